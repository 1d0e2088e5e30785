// Checks the most shown shares in the background, so that dead ones are known before users open them.

import { LRUCache } from 'lru-cache'
import { createForwardClock, isRunning } from '../../async/ages.ts'
import type { CloudType } from '../../contract/cloud-types.ts'
import type { Logger } from '../../observability/log.ts'
import { ttlByState } from './check-result.ts'
import type { LinkChecker } from './link-checker.ts'
import type { ShareToCheck } from './parse-item.ts'

export type BackgroundChecker = ReturnType<typeof createBackgroundChecker>

/** Shares per cloud that count as the top of an answer: one or two screens. */
const topPerCloud = 10

/** Maximum shares looked up per tick; most are already known. */
const maxLookupsPerTick = 20

/** No finding is valid for longer. */
const maxQuietMs = Math.max(...Object.values(ttlByState))

/** Minimum delay before a share is tried again. */
const retryDelayMs = 60_000

/** Creates the background checker, which works while `hasRoom`; `epochMs` is in epoch milliseconds. */
export function createBackgroundChecker(
  checks: Pick<LinkChecker, 'canCheck' | 'isIdle' | 'recheck'>,
  hasRoom: () => boolean,
  log: Pick<Logger, 'error'>,
  epochMs: () => number,
) {
  const popularity = createPopularity(epochMs)
  let isBusy = false

  async function checkOne(): Promise<void> {
    const due = popularity
      .mostShown()
      .filter(({ asked, quietUntil }) => !isRunning(quietUntil, epochMs(), maxQuietMs) && checks.isIdle(asked.share))
    for (const shown of due.slice(0, maxLookupsPerTick)) {
      const { until, wasKnown } = await checks.recheck(shown.asked)
      shown.quietUntil = Math.max(until, epochMs() + retryDelayMs)
      if (!wasKnown) return
    }
  }

  return {
    /** Records the shares of an answer, in its order; only the top ones count. */
    recordShown(shares: readonly ShareToCheck[]): void {
      const counts = new Map<CloudType, number>()
      for (const { share, password } of shares) {
        const count = counts.get(share.type) ?? 0
        counts.set(share.type, count + 1)
        // Stores only these fields: an entry may reference the texts of posts.
        if (count < topPerCloud && checks.canCheck(share)) popularity.recordShown({ share, password })
      }
    },
    /** Checks at most one share, if there is capacity; to be called every few seconds. */
    tick(): void {
      if (isBusy || !hasRoom()) return
      isBusy = true
      checkOne()
        .catch((error: unknown) => log.error({ err: error }, 'a check behind the scenes failed'))
        .finally(() => {
          isBusy = false
        })
    },
  }
}

/** A share that appeared in answers. */
interface ShownShare {
  readonly asked: ShareToCheck
  /** Number of appearances, with a half-life of one hour. */
  count: number
  /** Not worth checking before this time (epoch milliseconds). */
  quietUntil: number
}

const maxShares = 2_000
const halfLifeMs = 60 * 60_000
/** A single appearance does not predict another one. */
const minCount = 2
/** Entries with a lower count are removed. */
const removalThreshold = 0.25

/** Creates an empty, bounded table of how often shares were shown, with exponential decay. */
function createPopularity(epochMs: () => number) {
  const shares = new LRUCache<string, ShownShare>({ max: maxShares })
  const elapsedMs = createForwardClock(epochMs)
  let halvedAt = elapsedMs()
  const forget = () => {
    const halves = Math.floor((elapsedMs() - halvedAt) / halfLifeMs)
    if (halves < 1) return
    halvedAt += halves * halfLifeMs
    for (const [key, share] of shares.entries()) {
      share.count /= 2 ** halves
      if (share.count < removalThreshold) shares.delete(key)
    }
  }
  return {
    recordShown(asked: ShareToCheck): void {
      forget()
      const key = `${asked.share.key} ${asked.password}`
      const share = shares.get(key)
      if (share) share.count += 1
      else shares.set(key, { asked, count: 1, quietUntil: 0 })
    },
    /** Shares above the threshold, most shown first. */
    mostShown(): ShownShare[] {
      forget()
      return [...shares.values()].filter(({ count }) => count >= minCount).sort((a, b) => b.count - a.count)
    },
  }
}
