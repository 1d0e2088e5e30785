// Which shares are shown most lately: a table of bounded size in which what was is forgotten by halves.
import { LRUCache } from 'lru-cache'
import type { ShareToCheck } from './share-to-check.ts'

/** A share that was shown. */
export interface ShownShare {
  readonly asked: ShareToCheck
  /** How often, where what was an hour ago counts half. */
  count: number
  /** Nothing new can be found out before this time (epoch milliseconds). */
  quietUntil: number
}

export interface Popularity {
  shown(asked: ShareToCheck): void
  /** Those that were shown often enough, most shown first. */
  most(): ShownShare[]
}

const mostShares = 2_000
const halfLifeMs = 60 * 60_000
/** Shown once is no sign that anybody will be shown it again. */
const oftenEnough = 2
/** Less than this is as good as never. */
const forgotten = 0.25

/** Makes an empty table; `now` is in epoch milliseconds. */
export function createPopularity(now: () => number): Popularity {
  const shares = new LRUCache<string, ShownShare>({ max: mostShares })
  let halvedAt = now()
  const forget = () => {
    const halves = Math.floor((now() - halvedAt) / halfLifeMs)
    if (halves < 1) return
    halvedAt += halves * halfLifeMs
    for (const [key, share] of shares.entries()) {
      share.count /= 2 ** halves
      if (share.count < forgotten) shares.delete(key)
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
    most() {
      forget()
      return [...shares.values()].filter(({ count }) => count >= oftenEnough).sort((a, b) => b.count - a.count)
    },
  }
}
