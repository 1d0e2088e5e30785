// Statistics per source (number of asks, response times, health, latest failure), and the health of a group of sources.
import { ageMs } from '../../async/ages.ts'
import type { Outcome } from '../source.ts'
import { createSleepJudge, nextTrialAt } from './sleep.ts'
import { createSourceCounters } from './source-counters.ts'
import {
  type FailureNote,
  lastAskedAt,
  lastDay,
  parseCounters,
  recentResults,
  type SourceTally,
} from './source-tally.ts'

/** How the asks of one source ended, including those before the latest restart. */
export type SourceFigures = ReturnType<typeof toFigures>

export type HealthLevel = 'healthy' | 'degraded' | 'unhealthy' | 'unknown'

export type SourceStatistics = ReturnType<typeof createSourceStatistics>

/** How long a failure affects the health (contract: health rule). */
const recentFailureMs = 5 * 60_000

/** Creates empty statistics; `epochMs` is in epoch milliseconds. Counters of `permanent` sources are never evicted. */
export function createSourceStatistics(epochMs: () => number, permanent: readonly string[] = []) {
  const createEmpty = () => createSourceCounters(epochMs, new Set(permanent))
  let all = createEmpty()
  /** Records that are not saved yet, and those that are being saved. */
  let unsaved = createEmpty()
  let saving = createEmpty()
  let hasUnsaved = false
  const sleep = createSleepJudge(() => [all, unsaved], epochMs)
  const of = (source: string) => {
    const tally = all.peek(source)
    return tally && toFigures(tally)
  }

  return {
    /** Records how one ask of a source ended. */
    record(source: string, outcome: Outcome<unknown>): void {
      hasUnsaved = true
      all.record(source, outcome)
      unsaved.record(source, outcome)
      sleep.recordAsk(source, outcome.state !== 'failed')
    },
    /** Records that the page of a channel was read, and the date of its newest post (epoch milliseconds; undefined for none). */
    recordNewestPost: sleep.recordNewestPost,
    isAsleep: (source: string): boolean => all.peek(source)?.asleepSince !== undefined,
    /** Undefined if it was never asked. */
    of,
    /** Every source that was asked. */
    all: (): ReadonlyMap<string, SourceFigures> =>
      new Map(all.entries().map(([source, tally]) => [source, toFigures(tally)])),
    /** The latest failures, newest first. */
    failures: (): readonly FailureNote[] => all.failures().toReversed(),
    /** Asks of each of the last 24 hours in which it was asked, the oldest first; rejections of a breaker are not counted. */
    lastDay: (source: string) => lastDay(all.peek(source) ?? { hours: [] }, epochMs()),
    health: (source: string): HealthLevel => computeHealth(of(source), epochMs()),
    /** Serialises the statistics, for `load`. */
    serialize: (): string => JSON.stringify(all.snapshot()),
    /**
     * Loads serialised statistics of an earlier process or another replica. They replace those loaded before, and count
     * as older than everything recorded here that is not saved yet. Unreadable text counts as empty.
     */
    load(text: string): void {
      all = createEmpty()
      for (const counted of [parseCounters(text, epochMs()), saving.snapshot(), unsaved.snapshot()]) all.add(counted)
      sleep.load(all.entries())
    },
    /**
     * Starts a save of what `serialize` returns now; later records belong to the next save. Returns the function to be called
     * with its result, before this is called again; undefined if nothing changed since the last save.
     */
    beginSave(): ((isSaved: boolean) => void) | undefined {
      if (!hasUnsaved) return undefined
      hasUnsaved = false
      saving = unsaved
      unsaved = createEmpty()
      return (isSaved) => {
        const left = saving
        saving = createEmpty()
        if (isSaved) return
        left.add(unsaved.snapshot())
        unsaved = left
        hasUnsaved = true
      }
    },
  }
}

function toFigures(tally: SourceTally) {
  const { asks, good, refused, tookMs, timed, lastGoodAt, lastFailure, kinds, asleepSince, pageReadAt } = tally
  const recent = recentResults(tally)
  return {
    /** Asks that a breaker rejected count only as `refused`. */
    asks,
    good,
    refused,
    lastGoodAt,
    lastFailure,
    /** When it was last asked, or rejected by a breaker (epoch milliseconds). */
    askedAt: lastAskedAt(tally),
    /** Mean time on the wire, in milliseconds; 0 if none was measured. */
    meanMs: timed === 0 ? 0 : tookMs / timed,
    failures: { ...kinds },
    /** Number of good asks among the latest ten. */
    recent: { asks: recent.length, good: recent.filter(Boolean).length },
    /** Since when it is asleep and when it is asked next (epoch milliseconds); undefined while it is awake. */
    sleep: asleepSince === undefined ? undefined : { since: asleepSince, nextTrialAt: nextTrialAt(tally) },
    /** When the newest post of a channel was written, and when its page was last read without a keyword. */
    newestPostAt: tally.newestPostAt,
    pageReadAt,
  }
}

function computeHealth(figures: SourceFigures | undefined, now: number): HealthLevel {
  if (!figures) return 'unknown'
  const share = figures.recent.good / figures.recent.asks
  if (share < 0.5) return 'unhealthy'
  const hasRecentFailure = figures.lastFailure !== undefined && ageMs(now, figures.lastFailure.at) < recentFailureMs
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
