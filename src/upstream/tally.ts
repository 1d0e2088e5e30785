// How the asks of one source ended: as it is counted, and as it is kept over restarts.
import { z } from 'zod'
import type { FailureKind } from './errors.ts'
import { failureText } from './text-bounds.ts'

const failureKinds = [
  'timeout',
  'network',
  'unavailable',
  'blocked',
  'mismatch',
  'open',
] as const satisfies readonly FailureKind[]

const count = z.int().nonnegative()
/** Epoch milliseconds. */
const time = z.number().positive()
const failureNote = z.object({
  source: z.string(),
  kind: z.enum(failureKinds),
  // An older Trawl may have kept what was not bounded.
  detail: z.string().transform(failureText),
  at: time,
})

/** A failure, of which source, and when (epoch milliseconds). */
export type FailureNote = Readonly<z.infer<typeof failureNote>>

/** Of so many asks it is remembered how each of them ended. */
const recentAsks = 10

const tally = z
  .object({
    /** Without those that a breaker refused. */
    asks: count,
    good: count,
    /** Asks that a breaker refused: of all, and since the latest that was made. Older records have neither, and count them as asks. */
    refused: count.optional(),
    refusedSince: count.default(0),
    tookMs: z.number().nonnegative(),
    timed: count,
    lastGoodAt: time.optional(),
    lastFailure: failureNote.optional(),
    kinds: z.partialRecord(z.enum(failureKinds), count.positive()),
    recent: z.array(z.boolean()).max(recentAsks),
  })
  .transform(({ refused, ...counts }) => (refused === undefined ? withoutRefused(counts) : { refused, ...counts }))
  .refine(({ asks, good, timed, refused }) => good <= asks && timed <= asks && asks + refused > 0)

/** What is counted of one source. */
export type Tally = z.infer<typeof tally>

/** An older record: of its failures of the kind `open` those were refused asks that are not parts of good ones. */
function withoutRefused<Counts extends { asks: number; good: number; timed: number; kinds: { open?: number } }>(
  counts: Counts,
) {
  const refused = Math.max(0, Math.min(counts.kinds.open ?? 0, counts.asks - counts.good))
  const asks = counts.asks - refused
  return { ...counts, refused, asks, timed: Math.min(counts.timed, asks) }
}

/** Of a source that was not asked yet. */
export function emptyTally(): Tally {
  return { asks: 0, good: 0, refused: 0, refusedSince: 0, tookMs: 0, timed: 0, kinds: {}, recent: [] }
}

/** How the latest asks ended. Those that were refused count as failed until one is made again, which says more. */
export function recentOf({ recent, refusedSince }: Tally): boolean[] {
  return latestOf(recent, ...Array<boolean>(Math.min(refusedSince, recentAsks)).fill(false))
}

/** How the latest asks ended, with more that came after them. */
export function latestOf(before: readonly boolean[], ...more: readonly boolean[]): boolean[] {
  return [...before, ...more].slice(-recentAsks)
}

/** When the source was last asked, in epoch milliseconds. */
export function askedAt({ lastGoodAt = 0, lastFailure }: Tally): number {
  return Math.max(lastGoodAt, lastFailure?.at ?? 0)
}

/** What was counted earlier and what was counted later, or at the same time elsewhere, as one. */
export function joined(earlier: Tally, later: Tally): Tally {
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
    recent: latestOf(earlier.recent, ...later.recent),
    ...timesOf(earlier, later),
  }
}

/** When one of both was last good, and the latest failure of both. */
function timesOf(earlier: Tally, later: Tally): Pick<Tally, 'lastGoodAt' | 'lastFailure'> {
  const lastGoodAt = Math.max(earlier.lastGoodAt ?? 0, later.lastGoodAt ?? 0)
  const isLater = (later.lastFailure?.at ?? 0) >= (earlier.lastFailure?.at ?? 0)
  const lastFailure = isLater ? later.lastFailure : earlier.lastFailure
  return { ...(lastGoodAt > 0 && { lastGoodAt }), ...(lastFailure && { lastFailure }) }
}

/** All that is counted, as it is kept: by source, those asked latest last; and the latest failures, the newest last. */
export interface Counted {
  readonly tallies: readonly (readonly [source: string, tally: Tally])[]
  readonly failures: readonly FailureNote[]
}

/** As a text, for `readCounted`. */
export function textOf(counted: Counted): string {
  return JSON.stringify(counted)
}

const saved = z.object({ tallies: z.array(z.unknown()), failures: z.array(z.unknown()) })
const pair = z.tuple([z.string(), tally])

/** What of a text can be read, entry by entry; what is dated after `now` (epoch milliseconds) counts as of now. */
export function readCounted(text: string, now: number): Counted {
  const { tallies, failures } = parsed(text)
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

function parsed(text: string): z.infer<typeof saved> {
  try {
    return saved.parse(JSON.parse(text))
  } catch {
    return { tallies: [], failures: [] }
  }
}
