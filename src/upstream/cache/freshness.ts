// Decides when no ask is needed: fresh answers, a negative cache of recent failures, and how long both last.

import { LRUCache } from 'lru-cache'
import { isRunning } from '../../async/ages.ts'
import type { AskEnd } from '../ask/coordination.ts'
import type { Failure, Outcome } from '../source.ts'
import { type CachedAnswer, freshUntil, type HasLimits, isFresh, totalTtlMs } from './answer-entry.ts'

/**
 * A mismatch is the upstream's answer for now (a channel without a preview), so for this time further callers get the
 * same failure, unless they require an answer newer than a fresh one. The same holds for a partial answer with fewer
 * items than the previous one.
 */
const negativeTtlMs = 60_000
const maxEntries = 5_000

/** How long the rejection by an open breaker counts as known. */
const openTtlMs = 1_000

export type Freshness = ReturnType<typeof createFreshness>

/** Creates an empty table of failures; `epochMs` is in epoch milliseconds. */
export function createFreshness(epochMs: () => number) {
  /** Failures, and until when they answer further callers (epoch milliseconds). */
  const failures = new LRUCache<string, { readonly failure: Failure; readonly until: number }>({ max: maxEntries })
  return {
    /** Records how an ask ended, in this process or another; with `isCacheable` the failure is cached. */
    recordEnd(key: string, { state, failure }: AskEnd, isCacheable: boolean): void {
      if (state !== 'failed') failures.delete(key)
      else failures.set(key, { failure, until: isCacheable ? epochMs() + negativeTtlMs : 0 })
    },
    /** Whether the latest ask failed. */
    failedLately: (key: string): boolean => failures.has(key),
    /** The outcome for a caller that accepts answers of at most `maxAgeMs` (default: fresh ones), if there is one, and until when it is valid. */
    lookup<Item>(
      key: string,
      source: HasLimits,
      old: CachedAnswer<Item> | undefined,
      maxAgeMs: number | undefined,
    ): { readonly outcome: Outcome<Item>; readonly until: number } | undefined {
      if (old && isFresh(source, old, maxAgeMs, epochMs()))
        return { outcome: { state: 'cached', ...old }, until: freshUntil(source, old) }
      const known = maxAgeMs === undefined ? failures.get(key) : undefined
      if (!known || !isRunning(known.until, epochMs(), negativeTtlMs)) return undefined
      const { failure, until } = known
      if (!old) return { outcome: { state: 'failed', failure }, until }
      return {
        outcome: { state: 'stale', ...old, failure },
        until: Math.min(until, old.at.getTime() + totalTtlMs(source)),
      }
    },
    /** Until when the outcome of an ask that just ended is valid, in epoch milliseconds. */
    until(source: HasLimits, outcome: Outcome<unknown>, isCacheable: boolean): number {
      if (outcome.state !== 'failed') return freshUntil(source, outcome)
      if (outcome.failure.kind === 'open') return epochMs() + openTtlMs
      return isCacheable ? epochMs() + negativeTtlMs : epochMs()
    },
  }
}
