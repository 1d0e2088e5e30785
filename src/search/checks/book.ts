// In-memory cache of link health by share key, read while answers are sorted.
import { LRUCache } from 'lru-cache'
import type { KnownHealth } from '../archive/sighting.ts'

/** Known health of shares, by `share.key`. */
export interface HealthBook {
  /** The last known state, if it is not too old; else undefined. Fast enough for thousands of keys. */
  stateOf(key: string): KnownHealth['state'] | undefined
  /** The same with its time. */
  healthOf(key: string): KnownHealth | undefined
  /**
   * Records the health of a share, unless newer health is known. `locked` does not replace another valid state: a missing or wrong access
   * code says nothing about the content.
   */
  note(key: string, health: KnownHealth): void
}

/** A health cache that can be filled with stored or remote health. */
interface FilledBook extends HealthBook {
  /** Merges health found by another process, without calling `onNote`. Returns whether anything changed. */
  learn(found: ReadonlyMap<string, KnownHealth>): boolean
}

export interface BookParts {
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Called after each recorded change. */
  readonly onNote?: ((key: string, health: KnownHealth) => void) | undefined
}

/** About 10 MB; least recently used shares are evicted. */
const mostShares = 100_000

const dayMs = 24 * 60 * 60_000
/** Lifetime of each state: dead shares rarely come back. */
const countsForMs: Readonly<Record<KnownHealth['state'], number>> = {
  ok: 7 * dayMs,
  locked: 7 * dayMs,
  bad: 30 * dayMs,
}

/** An entry further in the future than this was written while the clock was wrong; its age is unknown. */
const aheadMs = 5 * 60_000

/** Creates an empty cache. */
export function createHealthBook({ epochMs, onNote }: BookParts): FilledBook {
  const known = new LRUCache<string, KnownHealth>({ max: mostShares })
  const isAhead = ({ at }: KnownHealth) => at > epochMs() + aheadMs
  const counts = (health: KnownHealth) => !isAhead(health) && epochMs() - health.at < countsForMs[health.state]
  const isLater = (health: KnownHealth, before: KnownHealth): boolean => {
    if (isAhead(health) !== isAhead(before)) return isAhead(before)
    if (before.at >= health.at) return false
    return health.state !== 'locked' || before.state === 'locked' || !counts(before)
  }
  const write = (key: string, health: KnownHealth): boolean => {
    const before = known.peek(key)
    if (before && !isLater(health, before)) return false
    known.set(key, health)
    return true
  }
  const healthOf = (key: string) => {
    const health = known.get(key)
    return health && counts(health) ? health : undefined
  }
  return {
    stateOf: (key) => healthOf(key)?.state,
    healthOf,
    note(key, health) {
      if (write(key, health)) onNote?.(key, health)
    },
    learn(found) {
      let isNews = false
      for (const [key, health] of found) isNews = write(key, health) || isNews
      return isNews
    },
  }
}
