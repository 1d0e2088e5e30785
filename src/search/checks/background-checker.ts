// Checks the most shown shares in the background, so that dead ones are known before users open them.
import type { CloudType } from '../../contract/search.ts'
import type { LinkChecker } from './link-checker.ts'
import type { ShareToCheck } from './parse-item.ts'
import { createPopularity } from './popularity.ts'

export interface BackgroundChecker {
  /** Records the shares of an answer, in its order; only the top ones count. */
  recordShown(shares: readonly ShareToCheck[]): void
  /** Checks at most one share, if there is capacity; to be called every few seconds. */
  tick(): void
}

export interface BackgroundCheckerDeps {
  readonly checks: Pick<LinkChecker, 'canCheck' | 'isIdle' | 'recheck'>
  /** Whether there is capacity for background work. */
  readonly hasRoom: () => boolean
  /** Receives errors that are bugs, not failures of a cloud. */
  readonly log: { error(about: object, text: string): void }
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Shares per cloud that count as the top of an answer: one or two screens. */
const topPerCloud = 10

/** Maximum shares looked up per tick; most are already known. */
const maxLookupsPerTick = 20

/** Minimum delay before a share is tried again. */
const retryDelayMs = 60_000

/** Creates the background checker. */
export function createBackgroundChecker({ checks, hasRoom, log, epochMs }: BackgroundCheckerDeps): BackgroundChecker {
  const popularity = createPopularity(epochMs)
  let isBusy = false

  async function checkOne(): Promise<void> {
    const due = popularity
      .mostShown()
      .filter(({ asked, quietUntil }) => quietUntil <= epochMs() && checks.isIdle(asked.share))
    for (const recordShown of due.slice(0, maxLookupsPerTick)) {
      const { until, wasKnown } = await checks.recheck(recordShown.asked)
      recordShown.quietUntil = Math.max(until, epochMs() + retryDelayMs)
      if (!wasKnown) return
    }
  }

  return {
    recordShown(shares) {
      const counts = new Map<CloudType, number>()
      for (const { share, password } of shares) {
        const count = counts.get(share.type) ?? 0
        counts.set(share.type, count + 1)
        // Stores only these fields: an entry may reference the texts of posts.
        if (count < topPerCloud && checks.canCheck(share)) popularity.shown({ share, password })
      }
    },
    tick() {
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
