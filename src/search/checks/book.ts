// The health book: what is known of shares, looked up by their keys while answers are put in order.
import { LRUCache } from 'lru-cache'
import type { KnownHealth } from '../archive/sighting.ts'

/** What is known of shares, by `share.key`. */
export interface HealthBook {
  /** How a share was found to be, as long as that still counts; undefined when nothing is known. Quick enough for thousands of keys. */
  stateOf(key: string): KnownHealth['state'] | undefined
  /** The same, and when it was found. */
  healthOf(key: string): KnownHealth | undefined
  /**
   * Notes how a share was found to be, unless something newer is known. `locked` counts only where nothing else is known: a missing or
   * wrong access code says nothing of what lies behind it.
   */
  note(key: string, health: KnownHealth): void
}

/** A book that can be filled with what was found earlier. */
interface FilledBook extends HealthBook {
  /** Takes over what another process found; nobody is told of it. Gives whether any of it was news. */
  learn(found: ReadonlyMap<string, KnownHealth>): boolean
}

export interface BookParts {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Hears of each note that was news. */
  readonly onNote?: ((key: string, health: KnownHealth) => void) | undefined
}

/** About 10 MB; the shares that nobody asked for go first. */
const mostShares = 100_000

const dayMs = 24 * 60 * 60_000
/** What is gone stays gone more often than what is there stays there. */
const countsForMs: Readonly<Record<KnownHealth['state'], number>> = {
  ok: 7 * dayMs,
  locked: 7 * dayMs,
  bad: 30 * dayMs,
}

/** Clocks are put right. A note further ahead than this was made while ours was wrong: nobody can say how old it is. */
const aheadMs = 5 * 60_000

/** Makes an empty book. */
export function createHealthBook({ now, onNote }: BookParts): FilledBook {
  const known = new LRUCache<string, KnownHealth>({ max: mostShares })
  const isAhead = ({ at }: KnownHealth) => at > now() + aheadMs
  const counts = (health: KnownHealth) => !isAhead(health) && now() - health.at < countsForMs[health.state]
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
