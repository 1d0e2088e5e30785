// Counters of one source: how its asks ended, and the format in which they are saved.

import { z } from 'zod'
import { reason } from '../../contract/reasons.ts'
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
  reason: reason.optional().catch(undefined),
  at: time,
})

/** A failure with its source and time (epoch milliseconds). */
export type FailureNote = Readonly<z.infer<typeof failureNote>>

/** Number of latest asks whose results are kept. */
const maxRecentAsks = 10

/** Asks that ended in one hour: the hour (epoch milliseconds / 3,600,000, rounded down), all of them, and the good ones. */
const hourTally = z.tuple([count, count, count])
type HourTally = z.infer<typeof hourTally>

const hourMs = 3_600_000
/** Hours for which asks are counted apart, the current one included. */
const maxHours = 24

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
    /** The oldest first, without hours in which nothing was asked. Absent in older records. */
    hours: z.array(hourTally).max(maxHours).default([]),
    /** First failure since the latest good ask. */
    failingSince: time.optional(),
    /** Since when it is asleep; undefined while it is awake. */
    asleepSince: time.optional(),
    /** When it was the first source to answer after an outage of all of its group. */
    outageEndedAt: time.optional(),
    /** Date of the newest post of a channel, and when its page was last read without a keyword. */
    newestPostAt: time.optional(),
    pageReadAt: time.optional(),
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
  return { asks: 0, good: 0, refused: 0, refusedSince: 0, tookMs: 0, timed: 0, kinds: {}, recent: [], hours: [] }
}

/** Results of the latest asks. Rejections count as failures until the next real ask. */
export function recentResults({ recent, refusedSince }: SourceTally): boolean[] {
  return appendRecent(recent, ...Array<boolean>(Math.min(refusedSince, maxRecentAsks)).fill(false))
}

/** Appends results and keeps the latest. */
export function appendRecent(before: readonly boolean[], ...more: readonly boolean[]): boolean[] {
  return [...before, ...more].slice(-maxRecentAsks)
}

/** Adds asks to their hours and leaves out what lies more than a day before the latest hour. */
function addHours(before: readonly HourTally[], more: readonly HourTally[]): HourTally[] {
  const sums = new Map(before.map((entry) => [entry[0], entry]))
  for (const [hour, asks, good] of more) {
    const [, earlierAsks, earlierGood] = sums.get(hour) ?? [hour, 0, 0]
    sums.set(hour, [hour, earlierAsks + asks, earlierGood + good])
  }
  return withinDay([...sums.values()].toSorted(([one], [other]) => one - other))
}

function withinDay(hours: readonly HourTally[], latest = hours.at(-1)?.[0] ?? 0): HourTally[] {
  return hours.filter(([hour]) => hour > latest - maxHours)
}

/** Counts an ask that ended at `now` (epoch milliseconds) in its hour. */
export function countInHour(hours: readonly HourTally[], now: number, isGood: boolean): HourTally[] {
  const hour = Math.floor(now / hourMs)
  // Hours after this one were counted before the clock was set back.
  const earlier = hours.filter(([one]) => one <= hour)
  return addHours(earlier, [[hour, 1, isGood ? 1 : 0]])
}

/** The last 24 hours at `now`, the oldest first, without hours in which nothing was asked; times in epoch milliseconds. */
export function lastDay({ hours }: Pick<SourceTally, 'hours'>, now: number) {
  return withinDay(hours, Math.floor(now / hourMs)).map(([hour, asks, good]) => ({ at: hour * hourMs, asks, good }))
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
    hours: addHours(earlier.hours, later.hours),
    ...mergeTimes(earlier, later),
    ...mergeSleep(earlier, later),
  }
}

type SleepTimes = Pick<SourceTally, 'failingSince' | 'asleepSince' | 'outageEndedAt' | 'newestPostAt' | 'pageReadAt'>

/** A good ask among the later ones ends what began before. */
function mergeSleep(earlier: SourceTally, later: SourceTally): SleepTimes {
  const began = later.good > 0 ? undefined : earlier
  return {
    failingSince: began?.failingSince ?? later.failingSince,
    asleepSince: began?.asleepSince ?? later.asleepSince,
    outageEndedAt: latestOf(earlier.outageEndedAt, later.outageEndedAt),
    newestPostAt: latestOf(earlier.newestPostAt, later.newestPostAt),
    pageReadAt: latestOf(earlier.pageReadAt, later.pageReadAt),
  }
}

/** The later of two times; undefined if there is none. */
export function latestOf(one: number | undefined, other: number | undefined): number | undefined {
  return Math.max(one ?? 0, other ?? 0) || undefined
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

/** Parses the JSON of a snapshot entry by entry, skipping invalid ones; times after `now` (epoch milliseconds) become `now`, hours after it are dropped. */
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
      const hours = counts.hours.filter(([hour]) => hour <= Math.floor(now / hourMs))
      const began = counts.asleepSince === undefined ? {} : { asleepSince: Math.min(counts.asleepSince, now) }
      return [[source, { ...counts, hours, ...times, ...began }] as const]
    }),
    failures: failures.flatMap((entry) => {
      const { data } = failureNote.safeParse(entry)
      return data ? [notLater(data)] : []
    }),
  }
}
