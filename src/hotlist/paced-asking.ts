// Fetches lists on schedule: fresh lists from the cache, stale ones at once with a refresh in the background, forced ones rate limited.
import type { Metrics } from '../metrics.ts'
import type { Want } from '../upstream/ask.ts'
import { isYoung, keyOf, type Old } from '../upstream/kept.ts'
import type { Outcome } from '../upstream/source.ts'
import type { Place } from '../upstream/turn.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Marks } from '../upstream/versions.ts'
import type { HotList, ListQuery } from './accept-family.ts'
import type { ListItem } from './fit-items.ts'
import { freshMs, freshUntil } from './fresh-for.ts'
import type { Pace } from './pace.ts'

export interface PacedAsking {
  /** Never rejects because of the upstream. `maxAgeMs` 0 forces an upstream request. */
  ask(list: HotList, want: Pick<Want, 'maxAgeMs' | 'signal' | 'marks'>, place?: Place): Promise<Outcome<ListItem>>
  /** The outcome that the cache alone gives; undefined when nothing is cached. Adds the cache version to `marks`. */
  known(list: HotList, marks?: Marks): Promise<Outcome<ListItem> | undefined>
  /** Refreshes a list in the background. */
  refresh(list: HotList): Promise<void>
}

export interface PacedParts {
  readonly upstream: Pick<Upstream, 'ask' | 'kept' | 'versions'>
  readonly pace: Pace
  readonly metrics: Pick<Metrics, 'asked'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Minimum interval between forced refreshes of a list, over all clients (contract). */
const forcedEveryMs = 10_000

const nothing: ListQuery = {}

/** Creates the scheduled asker. */
export function createPacedAsking({ upstream, pace, metrics, epochMs }: PacedParts): PacedAsking {
  const told = (outcome: Outcome<ListItem>): Outcome<ListItem> => {
    metrics.asked(outcome.state)
    return outcome
  }
  const { mostAgeMs, timed } = createTiming({ pace, epochMs })
  const force = createForcing({ upstream, told, epochMs })
  const keptOf = async (list: HotList): Promise<Old<ListItem> | undefined> => {
    const old = await upstream.kept(list.source, nothing)
    if (old) pace.takeUp(list, old)
    return old
  }

  const ask: PacedAsking['ask'] = async (list, { maxAgeMs, signal, marks }, place) => {
    if (maxAgeMs === 0) return force(list, place)
    const version = upstream.versions.of(keyOf(list.source, nothing))
    const old = await keptOf(list)
    // Checked before the age: after a failed forced refresh the cached list may still be young.
    const failure = pace.pauseOf(list, old !== undefined)
    if (failure) {
      marks?.add({ ...version, until: pace.pauseEndsAt(list, old !== undefined) })
      return told(old ? { state: 'stale', ...old, failure } : { state: 'failed', failure })
    }
    if (old && !pace.isFailing(list) && isFresh(list, old, epochMs())) {
      const until = freshUntil(list, old.at.getTime())
      pace.served(list, until)
      marks?.add({ ...version, until })
      return told({ state: 'cached', ...old })
    }
    // Passed explicitly: the refresh schedule decides when to retry after a partial answer or mismatch, not `ask`.
    const want = { maxAgeMs: mostAgeMs(list), staleAtOnce: true, ...(signal ? { signal } : {}) }
    const outcome = await upstream.ask(list.source, nothing, want, place)
    const before = pace.failureOf(list)
    // Served stale: the background refresh has no outcome yet, so the failure of the last ask is reported.
    return outcome.state === 'stale' && !outcome.failure && before ? { ...outcome, failure: before } : outcome
  }
  return {
    ask: async (list, want, place) => timed(list, await ask(list, want, place)),
    async known(list, marks) {
      const version = upstream.versions.of(keyOf(list.source, nothing))
      const old = await keptOf(list)
      const until = old && isFresh(list, old, epochMs()) ? freshUntil(list, old.at.getTime()) : undefined
      // A stale list stays stale until the next ask ends.
      marks?.add({ ...version, until: until ?? Number.POSITIVE_INFINITY })
      const failure = pace.isFailing(list) ? pace.failureOf(list) : undefined
      if (!old) return failure && timed(list, { state: 'failed', failure })
      return failure ? timed(list, { state: 'stale', ...old, failure }) : { state: 'cached', ...old }
    },
    async refresh(list) {
      const outcome = await upstream.ask(list.source, nothing, { maxAgeMs: mostAgeMs(list) })
      // Another replica refreshed the list first, and its message was lost.
      if (outcome.state === 'cached') pace.takeUp(list, outcome)
    },
  }
}

/** Creates the rules for the maximum age of a served list and the time of the next attempt. */
function createTiming({ pace, epochMs }: Pick<PacedParts, 'pace' | 'epochMs'>) {
  return {
    /** A cached list older than the last failure does not replace a new request, even if it is young. */
    mostAgeMs(list: HotList): number {
      const fresh = freshMs(list, epochMs())
      const failedAt = pace.failedAt(list)
      return failedAt === undefined ? fresh : Math.min(fresh, Math.max(epochMs() - failedAt, 1))
    },
    /** Adds the time of the next attempt to a failure. */
    timed(list: HotList, outcome: Outcome<ListItem>): Outcome<ListItem> {
      if (!outcome.failure) return outcome
      const retryAt = pace.retryAt(list, outcome.state !== 'failed') ?? epochMs()
      return { ...outcome, failure: { ...outcome.failure, retryAt } }
    },
  }
}

/** Forced refreshes of a list within the interval share one result; so a refresh does not end when its first caller leaves. */
function createForcing({
  upstream,
  told,
  epochMs,
}: Pick<PacedParts, 'upstream' | 'epochMs'> & { told(outcome: Outcome<ListItem>): Outcome<ListItem> }) {
  const forced = new Map<string, { readonly at: number; readonly outcome: Promise<Outcome<ListItem>> }>()
  return async (list: HotList, place: Place | undefined): Promise<Outcome<ListItem>> => {
    const at = epochMs()
    const last = forced.get(list.id)
    if (last && at - last.at < forcedEveryMs) return told(asKept(await last.outcome, at))
    // Remembered visitor cookies may be used: sources renew those that a site rejects.
    const outcome = upstream.ask(list.source, nothing, { maxAgeMs: 0, mayRemember: true, forcesTrial: true }, place)
    forced.set(list.id, { at, outcome })
    const forget = () => {
      if (forced.get(list.id)?.outcome === outcome) forced.delete(list.id)
    }
    // The result came from another replica, some seconds ago: that replica enforces the interval.
    outcome.then(({ state }) => {
      if (state === 'cached') forget()
    }, forget)
    return outcome
  }
}

/** A partial list also counts as fresh for its interval. */
function isFresh(list: HotList, old: Old<ListItem>, now: number): boolean {
  return isYoung(list.source, old, freshMs(list, now), now)
}

/** Marks a list that was fetched before this request, at `asked`, as cached. */
function asKept(outcome: Outcome<ListItem>, asked: number): Outcome<ListItem> {
  return outcome.state === 'fresh' && outcome.at.getTime() < asked ? { ...outcome, state: 'cached' } : outcome
}
