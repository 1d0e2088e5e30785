// What need not be asked: answers that are young, failures that are known, and until when each is so.
import { LRUCache } from 'lru-cache'
import { freshUntil, isYoung, lifeOf, type Old } from './kept.ts'
import type { Ended } from './others.ts'
import type { Failure, Outcome, Source } from './source.ts'

/**
 * A mismatch is what an upstream has to say for now (a channel without a preview), so for this long the next caller is told it at once,
 * unless he wants a newer answer than a fresh one. So it is with a part that holds less than the answer before it.
 */
const knownMs = 60_000
const mostKnown = 5_000

/** A breaker that is open is asked again about when it lets somebody try. */
const openMs = 1_000

type Limited = Pick<Source<never, never>, 'limits'>

/** An outcome that nobody was asked for, and until when the next who wants it is told the same (epoch milliseconds). */
interface AtHand<Item> {
  readonly outcome: Outcome<Item>
  readonly until: number
}

export interface Known {
  /** An ask ended so, whoever made it; a failure that is so for now is told the next who asks soon. */
  note(key: string, ended: Ended, isSoForNow: boolean): void
  /** Has asking failed lately? */
  hasFailed(key: string): boolean
  /** What serves who wants an answer of at most `maxAgeMs` (default: a fresh one), if anything does. */
  atHand<Item>(
    key: string,
    source: Limited,
    old: Old<Item> | undefined,
    maxAgeMs: number | undefined,
  ): AtHand<Item> | undefined
  /** Until when the next who asks is told what somebody was asked for just now. */
  until(source: Limited, outcome: Outcome<unknown>, isSoForNow: boolean): number
}

/** Makes an empty table of what is known; `now` is in epoch milliseconds. */
export function createKnown(now: () => number): Known {
  const failures = new LRUCache<string, Failure>({ max: mostKnown, ttl: knownMs, perf: { now }, ttlResolution: 0 })
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
      if (old && isYoung(source, old, maxAgeMs, now()))
        return { outcome: { state: 'cached', ...old }, until: freshUntil(source, old) }
      const failure = maxAgeMs === undefined ? failures.get(key) : undefined
      if (!failure) return undefined
      const until = now() + failures.getRemainingTTL(key)
      if (!old) return { outcome: { state: 'failed', failure }, until }
      return { outcome: { state: 'stale', ...old, failure }, until: Math.min(until, old.at.getTime() + lifeOf(source)) }
    },
    until(source, outcome, isSoForNow) {
      if (outcome.state !== 'failed') return freshUntil(source, outcome)
      if (outcome.failure.kind === 'open') return now() + openMs
      return isSoForNow ? now() + knownMs : now()
    },
  }
}
