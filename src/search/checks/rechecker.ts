// Checks the most shown shares in the background, so that dead ones are known before users open them.
import type { CloudType } from '../../contract/search.ts'
import type { Checks } from './checker.ts'
import { createPopularity } from './popularity.ts'
import type { ShareToCheck } from './share-to-check.ts'

export interface Rechecker {
  /** Records the shares of an answer, in its order; only the top ones count. */
  shown(shares: readonly ShareToCheck[]): void
  /** Checks at most one share, if there is capacity; to be called every few seconds. */
  tick(): void
}

export interface RecheckerParts {
  readonly checks: Pick<Checks, 'canCheck' | 'isIdle' | 'recheck'>
  /** Whether there is capacity for background work. */
  readonly hasRoom: () => boolean
  /** Receives errors that are bugs, not failures of a cloud. */
  readonly log: { error(about: object, text: string): void }
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Shares per cloud that count as the top of an answer: one or two screens. */
const top = 10

/** Maximum shares looked up per tick; most are already known. */
const mostLooks = 20

/** Minimum delay before a share is tried again. */
const againMs = 60_000

/** Creates the background checker. */
export function createRechecker({ checks, hasRoom, log, epochMs }: RecheckerParts): Rechecker {
  const popularity = createPopularity(epochMs)
  let isBusy = false

  async function checkOne(): Promise<void> {
    const due = popularity
      .most()
      .filter(({ asked, quietUntil }) => quietUntil <= epochMs() && checks.isIdle(asked.share))
    for (const shown of due.slice(0, mostLooks)) {
      const { until, wasKnown } = await checks.recheck(shown.asked)
      shown.quietUntil = Math.max(until, epochMs() + againMs)
      if (!wasKnown) return
    }
  }

  return {
    shown(shares) {
      const counts = new Map<CloudType, number>()
      for (const { share, password } of shares) {
        const count = counts.get(share.type) ?? 0
        counts.set(share.type, count + 1)
        // Stores only these fields: an entry may reference the texts of posts.
        if (count < top && checks.canCheck(share)) popularity.shown({ share, password })
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
