// The most shown shares: a bounded table of counts with exponential decay.
import { LRUCache } from 'lru-cache'
import type { ShareToCheck } from './parse-item.ts'

/** A share that appeared in answers. */
export interface ShownShare {
  readonly asked: ShareToCheck
  /** Number of appearances, with a half-life of one hour. */
  count: number
  /** Not worth checking before this time (epoch milliseconds). */
  quietUntil: number
}

export interface Popularity {
  shown(asked: ShareToCheck): void
  /** Shares above the threshold, most shown first. */
  mostShown(): ShownShare[]
}

const maxShares = 2_000
const halfLifeMs = 60 * 60_000
/** A single appearance does not predict another one. */
const minCount = 2
/** Entries with a lower count are removed. */
const removalThreshold = 0.25

/** Creates an empty table; `epochMs` is in epoch milliseconds. */
export function createPopularity(epochMs: () => number): Popularity {
  const shares = new LRUCache<string, ShownShare>({ max: maxShares })
  let halvedAt = epochMs()
  const forget = () => {
    const halves = Math.floor((epochMs() - halvedAt) / halfLifeMs)
    if (halves < 1) return
    halvedAt += halves * halfLifeMs
    for (const [key, share] of shares.entries()) {
      share.count /= 2 ** halves
      if (share.count < removalThreshold) shares.delete(key)
    }
  }
  return {
    shown(asked) {
      forget()
      const key = `${asked.share.key} ${asked.password}`
      const share = shares.get(key)
      if (share) share.count += 1
      else shares.set(key, { asked, count: 1, quietUntil: 0 })
    },
    mostShown() {
      forget()
      return [...shares.values()].filter(({ count }) => count >= minCount).sort((a, b) => b.count - a.count)
    },
  }
}
