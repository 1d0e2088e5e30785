// In-memory cache of link health by share key, read while answers are sorted.

import { LRUCache } from 'lru-cache'
import { ageMs, clockSkewMs } from '../../async/ages.ts'
import type { LinkHealth } from '../../store/archive/types.ts'

export type LinkHealthCache = ReturnType<typeof createLinkHealthCache>

/** About 10 MB; least recently used shares are evicted. */
const maxShares = 100_000

const dayMs = 24 * 60 * 60_000
/** Lifetime of each state: dead shares rarely come back. */
const maxAgeMs: Readonly<Record<LinkHealth['state'], number>> = {
  ok: 7 * dayMs,
  locked: 7 * dayMs,
  bad: 30 * dayMs,
}

/** Creates an empty cache; `epochMs` is in epoch milliseconds, `onNote` is called after each recorded change. */
export function createLinkHealthCache(epochMs: () => number, onNote?: (key: string, health: LinkHealth) => void) {
  // `max` would allocate all entries at once.
  const known = new LRUCache<string, LinkHealth>({ maxSize: maxShares, sizeCalculation: () => 1 })
  const ageOf = ({ at }: LinkHealth) => ageMs(epochMs(), at, clockSkewMs)
  const isAhead = (health: LinkHealth) => ageOf(health) === Number.POSITIVE_INFINITY
  const counts = (health: LinkHealth) => ageOf(health) < maxAgeMs[health.state]
  const isLater = (health: LinkHealth, before: LinkHealth): boolean => {
    if (isAhead(health) !== isAhead(before)) return isAhead(before)
    if (before.at >= health.at) return false
    return health.state !== 'locked' || before.state === 'locked' || !counts(before)
  }
  const write = (key: string, health: LinkHealth): boolean => {
    const before = known.peek(key)
    if (before && !isLater(health, before)) return false
    known.set(key, health)
    return true
  }
  const healthOf = (key: string): LinkHealth | undefined => {
    const health = known.get(key)
    return health && counts(health) ? health : undefined
  }
  return {
    /** The last known state, if it is not too old; else undefined. Fast enough for thousands of keys. */
    stateOf: (key: string) => healthOf(key)?.state,
    /** The same with its time. */
    healthOf,
    /** Records health unless newer is known. `locked` replaces no valid state: it says nothing about the content. */
    set(key: string, health: LinkHealth): void {
      if (write(key, health)) onNote?.(key, health)
    },
    /** Merges health found by another process, without calling `onNote`. Returns the keys of the shares whose health changed. */
    merge: (found: ReadonlyMap<string, LinkHealth>): string[] =>
      [...found].filter(([key, health]) => write(key, health)).map(([key]) => key),
  }
}
