// Checks behind the scenes the shares that searches show most, so that dead ones are known before anybody opens them.
import type { CloudType } from '../../contract/search.ts'
import type { Checks } from './checker.ts'
import { createPopularity } from './popularity.ts'
import type { ShareToCheck } from './share-to-check.ts'

export interface Rechecker {
  /** Hears of shares that were shown, in the order of an answer; those at its top count. */
  shown(shares: readonly ShareToCheck[]): void
  /** Asks about one share at the most, if this is a moment for it; to be called every few seconds. */
  tick(): void
}

export interface RecheckerParts {
  readonly checks: Pick<Checks, 'canCheck' | 'isIdle' | 'recheck'>
  /** Is this a moment for what could be done later? */
  readonly hasRoom: () => boolean
  /** Hears of errors that are ours, not a cloud's. */
  readonly log: { error(about: object, text: string): void }
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** So many of each cloud are at the top of an answer: a screen or two. */
const top = 10

/** What is known already costs a look; so many in one go. */
const mostLooks = 20

/** A share that came to nothing is not looked at again at once. */
const againMs = 60_000

/** Makes the checks behind the scenes. */
export function createRechecker({ checks, hasRoom, log, now }: RecheckerParts): Rechecker {
  const popularity = createPopularity(now)
  let isBusy = false

  async function checkOne(): Promise<void> {
    const due = popularity.most().filter(({ asked, quietUntil }) => quietUntil <= now() && checks.isIdle(asked.share))
    for (const shown of due.slice(0, mostLooks)) {
      const { until, wasKnown } = await checks.recheck(shown.asked)
      shown.quietUntil = Math.max(until, now() + againMs)
      if (!wasKnown) return
    }
  }

  return {
    shown(shares) {
      const counts = new Map<CloudType, number>()
      for (const { share, password } of shares) {
        const count = counts.get(share.type) ?? 0
        counts.set(share.type, count + 1)
        // Nothing else of an entry is kept: it may hold the texts of posts.
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
