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

const maxShares = 2_000
/** A share that was not shown for this long is forgotten. */
const forgottenAfterMs = 60 * 60_000
/** A single appearance does not predict another one. */
const minCount = 2

/** Minimum delay before a share is tried again. */
const retryDelayMs = 60_000

/** Creates the background checker, which works while `hasRoom`; `epochMs` is in epoch milliseconds. */
export function createBackgroundChecker(
  checks: Pick<LinkChecker, 'canCheck' | 'isIdle' | 'recheck'>,
  hasRoom: () => boolean,
  log: Pick<Logger, 'error'>,
  epochMs: () => number,
) {
  const limits = { max: maxShares, ttl: forgottenAfterMs, ttlResolution: 0 }
  const shares = new LRUCache<string, ShownShare>({ ...limits, perf: { now: createForwardClock(epochMs) } })
  let isBusy = false

  async function checkOne(): Promise<void> {
    const isDue = ({ asked, count, quietUntil }: ShownShare) =>
      count >= minCount && !isRunning(quietUntil, epochMs(), maxQuietMs) && checks.isIdle(asked.share)
    const due = [...shares.values()].filter(isDue).sort((one, other) => other.count - one.count)
    for (const shown of due.slice(0, maxLookupsPerTick)) {
      const { until, wasKnown } = await checks.recheck(shown.asked)
      shown.quietUntil = Math.max(until, epochMs() + retryDelayMs)
      if (!wasKnown) return
    }
  }

  return {
    /** Records the shares of an answer, in its order; only the top ones count. */
    recordShown(found: readonly ShareToCheck[]): void {
      const counts = new Map<CloudType, number>()
      for (const { share, password } of found) {
        const count = counts.get(share.type) ?? 0
        counts.set(share.type, count + 1)
        if (count >= topPerCloud || !checks.canCheck(share)) continue
        const key = `${share.key} ${password}`
        // Stores only these fields: an entry may reference the texts of posts.
        const shown = shares.get(key) ?? { asked: { share, password }, count: 0, quietUntil: 0 }
        shown.count += 1
        shares.set(key, shown)
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
  /** Number of appearances. */
  count: number
  /** Not worth checking before this time (epoch milliseconds). */
  quietUntil: number
}
