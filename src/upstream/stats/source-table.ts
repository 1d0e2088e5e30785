// The table of what sources did lately: one row per source, bounded in number and age, saved as text and joined with what other replicas saved.
import { z } from 'zod'
import { reason } from '../../contract/reasons.ts'
import { parseJson } from '../../observability/parse-json.ts'
import { failureKinds } from '../errors.ts'
import { failureText } from '../text-limits.ts'

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
export const maxRecentAsks = 10
/** Hours for which asks are counted apart, the current one included. */
export const maxHours = 24
export const hourMs = 3_600_000

const average = z.number().min(0).exactOptional()

/**
 * Moving averages of a source: success rate (0 to 1), duration of an ask's requests in milliseconds, links per answer, and the fraction of
 * them that no other source had.
 */
export const averages = z.object({ answered: average, tookMs: average, links: average, unique: average })

const rowShape = z
  .object({
    /** Without asks that a breaker rejected. */
    asks: count,
    good: count,
    /** Asks that a breaker rejected: in total, and since the latest ask that was made. */
    refused: count.default(0),
    refusedSince: count.default(0),
    /** Time on the wire of the asks that were timed, in milliseconds. */
    tookMs: z.number().nonnegative(),
    timed: count,
    lastGoodAt: time.optional(),
    lastFailure: failureNote.optional(),
    kinds: z.partialRecord(z.enum(failureKinds), count.positive()),
    recent: z.array(z.boolean()).max(maxRecentAsks),
    /** Hour (epoch milliseconds / 3,600,000, rounded down), asks and good asks; the oldest first, without hours in which nothing was asked. */
    hours: z
      .array(z.tuple([count, count, count]))
      .max(maxHours)
      .default([]),
    /** First failure since the latest good ask. */
    failingSince: time.optional(),
    /** Since when it is asleep; undefined while it is awake. */
    asleepSince: time.optional(),
    /** When it was the first source to answer after an outage of all of its group. */
    outageEndedAt: time.optional(),
    /** Date of the newest post of a channel, and when its page was last read without a keyword. */
    newestPostAt: time.optional(),
    pageReadAt: time.optional(),
    averages: averages.default({}),
    /** The answer whose `unique` was counted last, by its time. */
    uniqueAt: z.number().optional(),
  })
  .refine(({ asks, good, timed, refused, lastFailure }) => {
    return good <= asks && timed <= asks && (asks + refused > 0 || lastFailure !== undefined)
  })

/** What is known of a source. Functions that record something change it. */
export type SourceRow = z.infer<typeof rowShape>

function emptyRow(): SourceRow {
  const counts = { asks: 0, good: 0, refused: 0, refusedSince: 0, tookMs: 0, timed: 0 }
  return { ...counts, kinds: {}, recent: [], hours: [], averages: {} }
}

/** When the source was last asked, in epoch milliseconds. */
export function lastAskedAt({ lastGoodAt = 0, lastFailure }: SourceRow): number {
  return Math.max(lastGoodAt, lastFailure?.at ?? 0)
}

/** Something that is recorded of a source. It is repeated on what another replica saved, so it must not depend on anything but the row. */
interface Change {
  readonly source: string
  readonly change: (row: SourceRow) => void
  readonly failures: readonly FailureNote[]
}

export type SourceTable = ReturnType<typeof createSourceTable>

/** Maximum number of sources without a permanent row: requests may name any channel. */
const maxOtherSources = 3_000
/** Time after which such a source is forgotten, so that a removed list does not stay for ever. */
const otherSourceTtlMs = 7 * 24 * 60 * 60_000
const maxFailures = 1_000
/** While the table cannot be saved, older changes than these are not repeated. */
const maxUnsaved = 20_000

/** Creates an empty table; `epochMs` is in epoch milliseconds. Rows of `permanent` sources are never evicted. */
export function createSourceTable(epochMs: () => number, permanent: ReadonlySet<string>) {
  const { rows, peek, put, entries } = createRows(epochMs, permanent)
  let failures: FailureNote[] = []
  let unsaved: Change[] = []
  let changes = 0
  const apply = ({ source, change, failures: more }: Change) => {
    changes += 1
    const row = peek(source) ?? emptyRow()
    change(row)
    put(source, row)
    failures.push(...more)
    if (failures.length > maxFailures) failures.splice(0, failures.length - maxFailures)
  }
  return {
    /** Changes the row of a source. */
    record(source: string, change: Change['change'], failures: readonly FailureNote[] = []): void {
      const one = { source, change, failures }
      apply(one)
      unsaved.push(one)
      if (unsaved.length > maxUnsaved) unsaved.shift()
    },
    /** Undefined if nothing was recorded of the source. */
    row: (source: string): Readonly<SourceRow> | undefined => peek(source),
    /** Grows with each change. */
    changes: () => changes,
    entries,
    /** The latest failures, newest last. */
    failures: (): readonly FailureNote[] => failures,
    serialize: (): string => JSON.stringify({ tallies: entries(), failures }),
    /** Replaces what was loaded before by what an earlier process or another replica saved, and repeats the changes here that are not saved yet. */
    load(text: string): void {
      const saved = parseTable(text, epochMs())
      changes += 1
      rows.clear()
      for (const [source, row] of saved.rows) put(source, row)
      failures = saved.failures.filter(({ at }) => epochMs() - at < otherSourceTtlMs).slice(-maxFailures)
      for (const one of unsaved) apply(one)
      failures.sort((one, other) => one.at - other.at)
    },
    /**
     * Starts a save of what `serialize` returns now; later changes belong to the next save. Returns the function to be called with its result,
     * before this is called again; undefined if nothing changed since the last save.
     */
    beginSave(): ((isSaved: boolean) => void) | undefined {
      const saving = new Set(unsaved)
      if (saving.size === 0) return undefined
      return (isSaved) => {
        if (isSaved) unsaved = unsaved.filter((one) => !saving.has(one))
      }
    },
  }
}

/** Creates the rows: unbounded for `permanent` sources, bounded by number and age for all others. */
function createRows(epochMs: () => number, permanent: ReadonlySet<string>) {
  /** In the order of their latest change, newest last. */
  const rows = new Map<string, SourceRow>()
  // Later than now is what was recorded before the clock was set back.
  const isKept = (source: string, row: SourceRow) =>
    permanent.has(source) || epochMs() - lastAskedAt(row) < otherSourceTtlMs
  return {
    rows,
    entries: () => [...rows].filter(([source, row]) => isKept(source, row)),
    peek(source: string): SourceRow | undefined {
      const row = rows.get(source)
      return row && isKept(source, row) ? row : undefined
    },
    put(source: string, row: SourceRow): void {
      rows.delete(source)
      rows.set(source, row)
      if (rows.size <= permanent.size + maxOtherSources) return
      const oldest = rows.keys().find((one) => !permanent.has(one))
      if (oldest !== undefined) rows.delete(oldest)
    },
  }
}

const savedTable = z.object({ tallies: z.array(z.unknown()), failures: z.array(z.unknown()) })
const savedRow = z.tuple([z.string(), rowShape])

/** Parses a saved table row by row, skipping invalid ones; times after `now` (epoch milliseconds) become `now`, hours after it are dropped. */
function parseTable(text: string, now: number) {
  const { tallies, failures } = savedTable.safeParse(parseJson(text)).data ?? { tallies: [], failures: [] }
  const notLater = (at: number | undefined) => at && Math.min(at, now)
  const noteOf = (note: FailureNote): FailureNote => ({ ...note, at: Math.min(note.at, now) })
  return {
    rows: tallies.flatMap((one) => {
      const [source, row] = savedRow.safeParse(one).data ?? []
      if (source === undefined || !row) return []
      row.lastGoodAt = notLater(row.lastGoodAt)
      row.lastFailure &&= noteOf(row.lastFailure)
      row.asleepSince = notLater(row.asleepSince)
      row.hours = row.hours.filter(([hour]) => hour * hourMs <= now)
      return [[source, row] as const]
    }),
    failures: failures.flatMap((one) => {
      const { data } = failureNote.safeParse(one)
      return data ? [noteOf(data)] : []
    }),
  }
}
