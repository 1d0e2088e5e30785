// Decides when no ask is needed: fresh answers, a negative cache of recent failures, and how long both last.
import { LRUCache } from 'lru-cache'
import { freshUntil, isYoung, lifeOf, type Old } from './kept.ts'
import type { Ended } from './others.ts'
import type { Failure, Outcome, Source } from './source.ts'

/**
 * A mismatch is the upstream's answer for now (a channel without a preview), so for this time further callers get the
 * same failure, unless they require an answer newer than a fresh one. The same holds for a partial answer with fewer
 * items than the previous one.
 */
const knownMs = 60_000
const mostKnown = 5_000

/** How long the rejection by an open breaker counts as known. */
const openMs = 1_000

type Limited = Pick<Source<never, never>, 'limits'>

/** An outcome without an ask, and until when it is valid (epoch milliseconds). */
interface AtHand<Item> {
  readonly outcome: Outcome<Item>
  readonly until: number
}

export interface Known {
  /** Records how an ask ended, in this process or another; with `isSoForNow` the failure is cached. */
  note(key: string, ended: Ended, isSoForNow: boolean): void
  /** Whether the latest ask failed. */
  hasFailed(key: string): boolean
  /** The outcome for a caller that accepts answers of at most `maxAgeMs` (default: fresh ones), if there is one. */
  atHand<Item>(
    key: string,
    source: Limited,
    old: Old<Item> | undefined,
    maxAgeMs: number | undefined,
  ): AtHand<Item> | undefined
  /** Until when the outcome of an ask that just ended is valid, in epoch milliseconds. */
  until(source: Limited, outcome: Outcome<unknown>, isSoForNow: boolean): number
}

/** Creates an empty table; `epochMs` is in epoch milliseconds. */
export function createKnown(epochMs: () => number): Known {
  const failures = new LRUCache<string, Failure>({
    max: mostKnown,
    ttl: knownMs,
    perf: { now: epochMs },
    ttlResolution: 0,
  })
  const failed = new LRUCache<string, true>({ max: mostKnown })
  return {
    note(key, { state, failure }, isSoForNow) {
      failures.delete(key)
      failed.delete(key)
      if (state !== 'failed') return
      failed.set(key, true)
      if (isSoForNow) failures.set(key, failure)
    },
    hasFailed: (key) => failed.has(key),
    atHand(key, source, old, maxAgeMs) {
      if (old && isYoung(source, old, maxAgeMs, epochMs()))
        return { outcome: { state: 'cached', ...old }, until: freshUntil(source, old) }
      const failure = maxAgeMs === undefined ? failures.get(key) : undefined
      if (!failure) return undefined
      const until = epochMs() + failures.getRemainingTTL(key)
      if (!old) return { outcome: { state: 'failed', failure }, until }
      return { outcome: { state: 'stale', ...old, failure }, until: Math.min(until, old.at.getTime() + lifeOf(source)) }
    },
    until(source, outcome, isSoForNow) {
      if (outcome.state !== 'failed') return freshUntil(source, outcome)
      if (outcome.failure.kind === 'open') return epochMs() + openMs
      return isSoForNow ? epochMs() + knownMs : epochMs()
    },
  }
}
