// Counters of one source: how its asks ended, and the format in which they are saved.
import { z } from 'zod'
import { failureKinds } from '../errors.ts'
import { failureText } from '../text-limits.ts'
import { tryJson } from '../try-json.ts'

const count = z.int().nonnegative()
/** Epoch milliseconds. */
const time = z.number().positive()
const failureNote = z.object({
  source: z.string(),
  kind: z.enum(failureKinds),
  // An older version may have saved an unbounded text.
  detail: z.string().transform(failureText),
  at: time,
})

/** A failure with its source and time (epoch milliseconds). */
export type FailureNote = Readonly<z.infer<typeof failureNote>>

/** Number of latest asks whose results are kept. */
const maxRecentAsks = 10

const tally = z
  .object({
    /** Without asks that a breaker rejected. */
    asks: count,
    good: count,
    /** Asks that a breaker rejected: in total, and since the latest ask that was made. Absent in older records. */
    refused: count.optional(),
    refusedSince: count.default(0),
    tookMs: z.number().nonnegative(),
    timed: count,
    lastGoodAt: time.optional(),
    lastFailure: failureNote.optional(),
    kinds: z.partialRecord(z.enum(failureKinds), count.positive()),
    recent: z.array(z.boolean()).max(maxRecentAsks),
  })
  .transform(({ refused, ...counts }) => (refused === undefined ? separateRejections(counts) : { refused, ...counts }))
  .refine(({ asks, good, timed, refused }) => good <= asks && timed <= asks && asks + refused > 0)

export type SourceTally = z.infer<typeof tally>

/** Converts an older record: its failures of kind `open`, apart from those within good asks, were rejections. */
function separateRejections<Counts extends { asks: number; good: number; timed: number; kinds: { open?: number } }>(
  counts: Counts,
) {
  const refused = Math.max(0, Math.min(counts.kinds.open ?? 0, counts.asks - counts.good))
  const asks = counts.asks - refused
  return { ...counts, refused, asks, timed: Math.min(counts.timed, asks) }
}

/** Counters of a source that was not asked yet. */
export function emptyTally(): SourceTally {
  return { asks: 0, good: 0, refused: 0, refusedSince: 0, tookMs: 0, timed: 0, kinds: {}, recent: [] }
}

/** Results of the latest asks. Rejections count as failures until the next real ask. */
export function recentResults({ recent, refusedSince }: SourceTally): boolean[] {
  return appendRecent(recent, ...Array<boolean>(Math.min(refusedSince, maxRecentAsks)).fill(false))
}

/** Appends results and keeps the latest. */
export function appendRecent(before: readonly boolean[], ...more: readonly boolean[]): boolean[] {
  return [...before, ...more].slice(-maxRecentAsks)
}

/** When the source was last asked, in epoch milliseconds. */
export function lastAskedAt({ lastGoodAt = 0, lastFailure }: SourceTally): number {
  return Math.max(lastGoodAt, lastFailure?.at ?? 0)
}

/** Merges earlier counters with later or concurrent ones. */
export function mergeTallies(earlier: SourceTally, later: SourceTally): SourceTally {
  const kinds = { ...earlier.kinds, ...later.kinds }
  for (const kind of failureKinds) {
    const sum = (earlier.kinds[kind] ?? 0) + (later.kinds[kind] ?? 0)
    if (sum > 0) kinds[kind] = sum
  }
  return {
    asks: earlier.asks + later.asks,
    good: earlier.good + later.good,
    refused: earlier.refused + later.refused,
    refusedSince: later.asks > 0 ? later.refusedSince : earlier.refusedSince + later.refusedSince,
    tookMs: earlier.tookMs + later.tookMs,
    timed: earlier.timed + later.timed,
    kinds,
    recent: appendRecent(earlier.recent, ...later.recent),
    ...mergeTimes(earlier, later),
  }
}

/** The latest success and the latest failure of both. */
function mergeTimes(earlier: SourceTally, later: SourceTally): Pick<SourceTally, 'lastGoodAt' | 'lastFailure'> {
  const lastGoodAt = Math.max(earlier.lastGoodAt ?? 0, later.lastGoodAt ?? 0)
  const isLater = (later.lastFailure?.at ?? 0) >= (earlier.lastFailure?.at ?? 0)
  const lastFailure = isLater ? later.lastFailure : earlier.lastFailure
  return { ...(lastGoodAt > 0 && { lastGoodAt }), ...(lastFailure && { lastFailure }) }
}

/** A snapshot of all counters, by source in the order of their latest ask, and the latest failures; newest last. */
export interface CountersSnapshot {
  readonly tallies: readonly (readonly [source: string, tally: SourceTally])[]
  readonly failures: readonly FailureNote[]
}

const saved = z.object({ tallies: z.array(z.unknown()), failures: z.array(z.unknown()) })
const pair = z.tuple([z.string(), tally])

/** Parses the JSON of a snapshot entry by entry, skipping invalid ones; times after `now` (epoch milliseconds) become `now`. */
export function parseCounters(text: string, now: number): CountersSnapshot {
  const { tallies, failures } = saved.safeParse(tryJson(text)).data ?? { tallies: [], failures: [] }
  const notLater = <T extends { at: number }>(note: T): T => ({ ...note, at: Math.min(note.at, now) })
  return {
    tallies: tallies.flatMap((entry) => {
      const { data } = pair.safeParse(entry)
      if (!data) return []
      const [source, { lastGoodAt, lastFailure, ...counts }] = data
      const times = {
        ...(lastGoodAt === undefined ? {} : { lastGoodAt: Math.min(lastGoodAt, now) }),
        ...(lastFailure === undefined ? {} : { lastFailure: notLater(lastFailure) }),
      }
      return [[source, { ...counts, ...times }] as const]
    }),
    failures: failures.flatMap((entry) => {
      const { data } = failureNote.safeParse(entry)
      return data ? [notLater(data)] : []
    }),
  }
}
