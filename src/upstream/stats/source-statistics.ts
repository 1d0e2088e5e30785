// Statistics per source: how its asks ended, whether it is asleep, its health and that of a group, and the averages that decide the order of asking.
import { ageMs } from '../../async/ages.ts'
import type { Outcome } from '../source.ts'
import { createSourceGroups, nextTrialAt } from './sleep.ts'
import {
  createSourceTable,
  type FailureNote,
  hourMs,
  lastAskedAt,
  maxHours,
  maxRecentAsks,
  type SourceRow,
  type SourceTable,
} from './source-table.ts'

/** How the asks of one source ended, including those before the latest restart. */
export type SourceFigures = ReturnType<typeof toFigures>

export type HealthLevel = 'healthy' | 'degraded' | 'unhealthy' | 'unknown'

export type SourceStatistics = ReturnType<typeof createSourceStatistics>

export type SourceAverages = Readonly<SourceRow['averages']>

/** How long a failure affects the health (contract: health rule). */
const recentFailureMs = 5 * 60_000
/** Weight of the latest ask in the moving averages. */
const latestWeight = 0.2

/** Creates empty statistics; `epochMs` is in epoch milliseconds. Figures of `permanent` sources are never evicted, and if there are any, only they have averages. */
export function createSourceStatistics(epochMs: () => number, permanent: readonly string[] = []) {
  const listed = new Set(permanent)
  const hasAverages = (source: string) => listed.size === 0 || listed.has(source)
  const table = createSourceTable(epochMs, listed)
  const groups = createSourceGroups()
  return {
    ...createReaders(table, listed, epochMs),
    /** Makes sources permanent that were added while the service runs. */
    addPermanent(sources: Iterable<string>): void {
      for (const source of sources) listed.add(source)
    },
    /** Records how one ask of a source ended, and the number of links that match its keyword. */
    record(source: string, outcome: Outcome<unknown>, links?: number): void {
      const at = epochMs()
      const end = endOf(source, outcome, at)
      const closed = end.failures.find(isClosed)
      const seen = hasAverages(source) ? averagesOf(outcome, links) : {}
      const outageEndedAt = end.isGood && groups.recordAnswer(source, at) ? at : undefined
      const change = (row: SourceRow) => {
        countAsk(row, end, at)
        updateAverages(row, seen)
        row.outageEndedAt = outageEndedAt ?? row.outageEndedAt
        groups.judge(source, row, at)
      }
      if (closed) noteClosed(table, source, closed)
      else table.record(source, change, end.failures)
    },
    /** Records that the page of a channel was read, and the date of its newest post (epoch milliseconds; undefined for none). */
    recordNewestPost(source: string, newestPostAt: number | undefined): void {
      const at = epochMs()
      table.record(source, (row) => {
        row.newestPostAt = Math.max(row.newestPostAt ?? 0, newestPostAt ?? 0) || undefined
        row.pageReadAt = Math.max(row.pageReadAt ?? 0, at)
        groups.judge(source, row, at)
      })
    },
    /** Records the fraction of the links of an answer, given at that time, that no other source of a complete search had. */
    recordUnique(source: string, unique: number, answeredAt: Date): void {
      const uniqueAt = answeredAt.getTime()
      // Several searches may have used the same answer.
      if (!hasAverages(source) || table.row(source)?.uniqueAt === uniqueAt) return
      table.record(source, (row) => {
        updateAverages(row, { unique })
        row.uniqueAt = uniqueAt
      })
    },
    serialize: table.serialize,
    /** Loads what `serialize` returned in an earlier process or another replica; see `createSourceTable`. */
    load(text: string): void {
      table.load(text)
      groups.load(table.entries())
    },
    beginSave: table.beginSave,
  }
}

/** The functions that read the table. */
function createReaders(table: SourceTable, listed: ReadonlySet<string>, epochMs: () => number) {
  let mean: { readonly changes: number; readonly averages: SourceAverages } | undefined
  const of = (source: string) => {
    const row = table.row(source)
    return row && toFigures(row)
  }
  return {
    /** Undefined if it was never asked. */
    of,
    /** Every source that was asked. */
    all: () => new Map(table.entries().map(([source, row]) => [source, toFigures(row)])),
    isAsleep: (source: string): boolean => table.row(source)?.asleepSince !== undefined,
    /** The latest failures, newest first. */
    failures: (): readonly FailureNote[] => table.failures().toReversed(),
    /** Asks of each of the last 24 hours in which it was asked, the oldest first; rejections of a breaker are not counted. */
    lastDay: (source: string) => lastDay(table.row(source)?.hours ?? [], epochMs()),
    health: (source: string): HealthLevel => computeHealth(of(source), epochMs()),
    averagesOf: (source: string): SourceAverages => table.row(source)?.averages ?? {},
    /** The means over all sources. */
    meanAverages(): SourceAverages {
      const changes = table.changes()
      if (mean?.changes === changes) return mean.averages
      const sources = listed.size > 0 ? [...listed] : table.entries().map(([source]) => source)
      mean = { changes, averages: meanOf(sources.flatMap((source) => table.row(source)?.averages ?? [])) }
      return mean.averages
    },
  }
}

function isClosed({ reason }: FailureNote): boolean {
  return reason?.code === 'closed'
}

/** Opening hours are no failure: a site that is closed is noted, and counts in no rate. */
function noteClosed(table: SourceTable, source: string, closed: FailureNote): void {
  table.record(source, (row) => {
    row.lastFailure = closed
  })
}

interface AskEnd {
  readonly isGood: boolean
  readonly isRefused: boolean
  readonly tookMs: number | undefined
  /** A partial answer, or one from a fallback upstream, counts as good, but its failure is recorded too. */
  readonly failures: readonly FailureNote[]
}

/** What is counted of an outcome, without its items. */
function endOf(source: string, outcome: Outcome<unknown>, at: number): AskEnd {
  const isGood = outcome.state !== 'failed'
  const failures = [outcome.failure, isGood ? outcome.skippedUpstream : undefined]
    .filter((failure) => failure !== undefined)
    .map(({ kind, detail, reason }) => ({ source, kind, detail, reason, at }))
  return { isGood, isRefused: !isGood && outcome.failure.kind === 'open', tookMs: outcome.tookMs, failures }
}

/** Counts an ask that ended at `now`. Of one that a breaker rejected little is counted: it did not reach the upstream. */
function countAsk(row: SourceRow, { isGood, isRefused, tookMs, failures }: AskEnd, now: number): void {
  for (const failure of failures) {
    row.kinds[failure.kind] = (row.kinds[failure.kind] ?? 0) + 1
    if (now >= (row.lastFailure?.at ?? 0)) row.lastFailure = failure
  }
  if (isRefused) {
    row.refused += 1
    row.refusedSince += 1
    return
  }
  row.asks += 1
  row.refusedSince = 0
  row.recent = [...row.recent, isGood].slice(-maxRecentAsks)
  row.hours = countInHour(row.hours, now, isGood)
  if (tookMs !== undefined) {
    row.tookMs += tookMs
    row.timed += 1
  }
  if (isGood) {
    row.good += 1
    row.lastGoodAt = Math.max(row.lastGoodAt ?? 0, now)
    row.failingSince = undefined
  } else row.failingSince ??= now
}

/** What one ask says of each average. */
type Seen = { readonly [Name in keyof SourceAverages]: SourceAverages[Name] | undefined }

/** What an ask says of the averages. */
function averagesOf(outcome: Outcome<unknown>, links: number | undefined): Seen {
  const isFresh = outcome.state === 'fresh'
  // An open breaker says nothing about the source; results found without a request took no time.
  if (outcome.failure?.kind === 'open') return {}
  const tookMs = outcome.tookMs ?? (isFresh && outcome.items.length > 0 ? 0 : undefined)
  return tookMs === undefined ? {} : { answered: isFresh ? 1 : 0, tookMs, links }
}

const averageNames = ['answered', 'tookMs', 'links', 'unique'] as const

function updateAverages(row: SourceRow, seen: Seen): void {
  for (const name of averageNames) {
    const now = seen[name]
    if (now === undefined) continue
    const old = row.averages[name] ?? now
    row.averages[name] = old + latestWeight * (now - old)
  }
}

function meanOf(all: readonly SourceAverages[]): SourceAverages {
  const means: SourceRow['averages'] = {}
  for (const name of averageNames) {
    const values = all.flatMap((one) => one[name] ?? [])
    if (values.length > 0) means[name] = values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return means
}

type Hours = SourceRow['hours']

/** Counts an ask that ended at `now` (epoch milliseconds) in its hour. */
function countInHour(hours: Hours, now: number, isGood: boolean): Hours {
  const hour = Math.floor(now / hourMs)
  // Hours after this one were counted before the clock was set back.
  const earlier = hours.filter(([one]) => one < hour && one > hour - maxHours)
  const [, asks, good] = hours.find(([one]) => one === hour) ?? [hour, 0, 0]
  return [...earlier, [hour, asks + 1, good + (isGood ? 1 : 0)]]
}

/** The last 24 hours at `now`, the oldest first, without hours in which nothing was asked; times in epoch milliseconds. */
function lastDay(hours: Hours, now: number) {
  const first = Math.floor(now / hourMs) - maxHours
  return hours.filter(([hour]) => hour > first).map(([hour, asks, good]) => ({ at: hour * hourMs, asks, good }))
}

function toFigures(row: SourceRow) {
  const { asks, good, refused, refusedSince, tookMs, timed, lastGoodAt, lastFailure, kinds, asleepSince } = row
  // Rejections count as failures until the next real ask.
  const recent = [...row.recent, ...Array<boolean>(Math.min(refusedSince, maxRecentAsks)).fill(false)].slice(
    -maxRecentAsks,
  )
  return {
    /** Asks that a breaker rejected count only as `refused`. */
    asks,
    good,
    refused,
    lastGoodAt,
    lastFailure,
    /** When it was last asked, or rejected by a breaker (epoch milliseconds). */
    askedAt: lastAskedAt(row),
    /** Mean time on the wire, in milliseconds; 0 if none was measured. */
    meanMs: timed === 0 ? 0 : tookMs / timed,
    failures: { ...kinds },
    /** Number of good asks among the latest ten. */
    recent: { asks: recent.length, good: recent.filter(Boolean).length },
    /** Since when it is asleep and when it is asked next (epoch milliseconds); undefined while it is awake. */
    sleep: asleepSince === undefined ? undefined : { since: asleepSince, nextTrialAt: nextTrialAt(row) },
    /** When the newest post of a channel was written, and when its page was last read without a keyword. */
    newestPostAt: row.newestPostAt,
    pageReadAt: row.pageReadAt,
  }
}

function computeHealth(figures: SourceFigures | undefined, now: number): HealthLevel {
  if (!figures || figures.recent.asks === 0) return 'unknown'
  const share = figures.recent.good / figures.recent.asks
  if (share < 0.5) return 'unhealthy'
  const { lastFailure } = figures
  const hasRecentFailure = lastFailure && !isClosed(lastFailure) && ageMs(now, lastFailure.at) < recentFailureMs
  return share < 0.8 || hasRecentFailure ? 'degraded' : 'healthy'
}

export type GroupHealth = ReturnType<typeof groupHealth>

/** The recent period of `groupHealth`. */
const recentMs = 10 * 60_000

/** Unhealthy if over half of the sources asked lately are, degraded if over a tenth. `now`: epoch milliseconds. */
export function groupHealth(
  sources: Iterable<string>,
  statistics: Pick<SourceStatistics, 'of' | 'health'>,
  now: number,
) {
  const asked = [...sources].filter((id) => now - (statistics.of(id)?.askedAt ?? Number.NEGATIVE_INFINITY) < recentMs)
  const unhealthy = asked.filter((id) => statistics.health(id) === 'unhealthy').length
  return { status: statusOf(unhealthy / asked.length), asked: asked.length, unhealthy }
}

function statusOf(share: number): Exclude<HealthLevel, 'unknown'> {
  if (share > 0.5) return 'unhealthy'
  return share > 0.1 ? 'degraded' : 'healthy'
}
