// Fetches lists on schedule: fresh lists from the cache, stale ones at once with a refresh in the background, forced ones rate limited.
import { ageMs } from '../../async/ages.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { AskOptions } from '../../upstream/ask/ask.ts'
import { type CachedAnswer, cacheKey, isFresh } from '../../upstream/cache/answer-entry.ts'
import type { Marks } from '../../upstream/cache/versions.ts'
import type { Caller } from '../../upstream/host/queue.ts'
import type { Outcome } from '../../upstream/source.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { HotList, ListQuery } from '../build-lists.ts'
import type { ListItem } from '../sanitize-items.ts'
import type { RefreshSchedule } from './schedule.ts'

type Ask = (
  list: HotList,
  want: Pick<AskOptions, 'maxAgeMs' | 'signal' | 'versionReads'>,
  caller?: Caller,
) => Promise<Outcome<ListItem>>

interface ScheduledAskerDeps {
  readonly upstream: Pick<Upstream, 'ask' | 'cached' | 'versions'>
  readonly schedule: RefreshSchedule
  readonly metrics: Pick<Metrics, 'recordCacheOutcome'>
  readonly epochMs: () => number
}

/** Minimum interval between forced refreshes of a list, over all clients (contract). */
const forcedIntervalMs = 10_000

const noQuery: ListQuery = {}

export type ScheduledAsker = ReturnType<typeof createScheduledAsker>

export function createScheduledAsker({ upstream, schedule, metrics, epochMs }: ScheduledAskerDeps) {
  const recordOutcome = (outcome: Outcome<ListItem>): Outcome<ListItem> => {
    metrics.recordCacheOutcome(outcome.state)
    return outcome
  }
  const { maxServedAgeMs, withRetryAt, freshEnd } = createAgeRules({ schedule, epochMs })
  const force = createForcedRefresh({ upstream, epochMs }, recordOutcome)
  const readCached = async (list: HotList): Promise<CachedAnswer<ListItem> | undefined> => {
    const cached = await upstream.cached(list.source, noQuery)
    if (cached) schedule.adopt(list, cached)
    return cached
  }

  const ask: Ask = async (list, { maxAgeMs, signal, versionReads }, caller) => {
    if (maxAgeMs === 0) return force(list, caller)
    const version = upstream.versions.of(cacheKey(list.source, noQuery))
    const cached = await readCached(list)
    // Checked before the age: after a failed forced refresh the cached list may still be young.
    const failure = schedule.backoffReason(list, cached !== undefined)
    if (failure) {
      versionReads?.add({ ...version, until: schedule.backoffEndsAt(list, cached !== undefined) })
      return recordOutcome(cached ? { state: 'stale', ...cached, failure } : { state: 'failed', failure })
    }
    const until = freshEnd(list, cached)
    if (cached && until !== undefined && !schedule.isFailing(list)) {
      schedule.recordServed(list, until)
      versionReads?.add({ ...version, until })
      return recordOutcome({ state: 'cached', ...cached })
    }
    // Passed explicitly: the refresh schedule decides when to retry after a partial answer or mismatch, not `ask`.
    const want = { maxAgeMs: maxServedAgeMs(list), serveStale: true, ...(signal ? { signal } : {}) }
    const outcome = await upstream.ask(list.source, noQuery, want, caller)
    const lastFailure = schedule.failureOf(list)
    // Served stale: the background refresh has no outcome yet, so the failure of the last ask is reported.
    return outcome.state === 'stale' && !outcome.failure && lastFailure ? { ...outcome, failure: lastFailure } : outcome
  }
  return {
    /** Never rejects because of the upstream. `maxAgeMs` 0 forces an upstream request. */
    ask: async (...request: Parameters<Ask>) => withRetryAt(request[0], await ask(...request)),
    /** The outcome that the cache alone gives; undefined when nothing is cached. Adds the cache version to `marks`. */
    async known(list: HotList, marks?: Marks): Promise<Outcome<ListItem> | undefined> {
      const version = upstream.versions.of(cacheKey(list.source, noQuery))
      const cached = await readCached(list)
      // A stale list stays stale until the next ask ends.
      marks?.add({ ...version, until: freshEnd(list, cached) ?? Number.POSITIVE_INFINITY })
      const failure = schedule.isFailing(list) ? schedule.failureOf(list) : undefined
      if (!cached) return failure && withRetryAt(list, { state: 'failed', failure })
      return failure ? withRetryAt(list, { state: 'stale', ...cached, failure }) : { state: 'cached', ...cached }
    },
    async refresh(list: HotList): Promise<void> {
      const outcome = await upstream.ask(list.source, noQuery, { maxAgeMs: maxServedAgeMs(list) })
      if (outcome.state !== 'cached') return
      // Another replica or an earlier process refreshed it.
      schedule.adopt(list, outcome)
      schedule.recordServed(list, freshUntil(list, outcome.at.getTime()))
    },
  }
}

function createAgeRules({ schedule, epochMs }: Pick<ScheduledAskerDeps, 'schedule' | 'epochMs'>) {
  /** A cached list older than the last failure does not replace a new request, even if it is young. */
  const maxServedAgeMs = (list: HotList): number => {
    const failedAt = schedule.failedAt(list) ?? Number.NEGATIVE_INFINITY
    return Math.min(freshMs(list, epochMs()), Math.max(epochMs() - failedAt, 1))
  }
  const withRetryAt = (list: HotList, outcome: Outcome<ListItem>): Outcome<ListItem> => {
    const retryAt = schedule.retryAt(list, outcome.state !== 'failed') ?? epochMs()
    return outcome.failure ? { ...outcome, failure: { ...outcome.failure, retryAt } } : outcome
  }
  /** Until when a list is fresh, also a partial one; undefined if it is not fresh now. */
  const freshEnd = (list: HotList, cached: CachedAnswer<ListItem> | undefined): number | undefined => {
    if (!cached || !isFresh(list.source, cached, freshMs(list, epochMs()), epochMs())) return undefined
    return freshUntil(list, cached.at.getTime())
  }
  return { maxServedAgeMs, withRetryAt, freshEnd }
}

/** Forced refreshes of a list within the interval share one result; so a refresh does not end when its first caller leaves. */
function createForcedRefresh(
  { upstream, epochMs }: Pick<ScheduledAskerDeps, 'upstream' | 'epochMs'>,
  recordOutcome: (outcome: Outcome<ListItem>) => Outcome<ListItem>,
) {
  const recentRefreshes = new Map<string, { readonly at: number; readonly outcome: Promise<Outcome<ListItem>> }>()
  return async (list: HotList, caller: Caller | undefined): Promise<Outcome<ListItem>> => {
    const at = epochMs()
    const last = recentRefreshes.get(list.id)
    if (last && ageMs(at, last.at) < forcedIntervalMs) return recordOutcome(asCached(await last.outcome, at))
    // Remembered visitor cookies may be used: sources renew those that a site rejects.
    const want = { maxAgeMs: 0, allowsRemembered: true, forcesTrial: true }
    const refresh = { at, outcome: upstream.ask(list.source, noQuery, want, caller) }
    recentRefreshes.set(list.id, refresh)
    const forget = () => {
      if (recentRefreshes.get(list.id) === refresh) recentRefreshes.delete(list.id)
    }
    // The result came from another replica, some seconds ago: that replica enforces the interval.
    refresh.outcome.then(({ state }) => {
      if (state === 'cached') forget()
    }, forget)
    return refresh.outcome
  }
}

/** Marks a list that was fetched before this request, at `asked`, as cached. */
function asCached(outcome: Outcome<ListItem>, asked: number): Outcome<ListItem> {
  return outcome.state === 'fresh' && outcome.at.getTime() < asked ? { ...outcome, state: 'cached' } : outcome
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

type FreshnessRule = Pick<HotList, 'interval' | 'isOfToday'>

/** The age in milliseconds below which a list is fresh at `now` (epoch milliseconds). */
export function freshMs({ interval, isOfToday }: FreshnessRule, now: number): number {
  // China is UTC+8 all year.
  const sinceMidnight = (now + 8 * hourMs) % dayMs
  return isOfToday ? Math.min(interval * 1000, sinceMidnight + 1) : interval * 1000
}

/** Until when a list received at `at` is fresh, both in epoch milliseconds. */
function freshUntil({ interval, isOfToday }: FreshnessRule, at: number): number {
  const end = at + interval * 1000
  const midnight = Math.floor((at + 8 * hourMs) / dayMs + 1) * dayMs - 8 * hourMs
  return isOfToday ? Math.min(end, midnight) : end
}
