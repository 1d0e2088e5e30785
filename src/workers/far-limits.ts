// Rate limits in a worker: reports usage to the primary process, which reports clients over their limit.
import { LRUCache } from 'lru-cache'
import { type RateLimits, type RateRules, ruling, type Spending } from '../http/rate-limits.ts'

/** Requests of one client that a worker answered itself. */
export interface SpentRow extends Spending {
  readonly times: number
}

/** A client over its rate limit, and the rule. */
export interface Over {
  readonly client: string
  readonly name: string
  /** Milliseconds from receipt of the message. */
  readonly waitMs: number
}

export interface FarLimits extends Pick<RateLimits, 'spend'> {
  /** Records a client over its limit. */
  over(over: Over): void
  /** Sends the usage collected so far. */
  flush(): void
}

const longestMs = 100
const mostOver = 10_000

export interface FarLimitsParts {
  readonly rules: RateRules
  tell(rows: readonly SpentRow[]): void
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

/**
 * Creates the limits. A client over its limit is still served until the primary has received the usage and replied: a little over 0.1 s. Only
 * the primary knows how many requests remain, so no rate limit headers are set here.
 */
export function createFarLimits({ rules, tell, monotonicMs }: FarLimitsParts): FarLimits {
  const overUntil = new LRUCache<string, number>({ max: mostOver })
  let spent = new Map<string, SpentRow>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (spent.size === 0) return
    const rows = [...spent.values()]
    spent = new Map()
    tell(rows)
  }

  return {
    flush,
    over: ({ client, name, waitMs }) => void overUntil.set(`${name} ${client}`, monotonicMs() + waitMs),
    spend({ client, names, own }) {
      const held = ruling(rules, names, own)
      if (held.length === 0) return undefined
      for (const { name, rate } of held) {
        const waitMs = (overUntil.get(`${name} ${client}`) ?? 0) - monotonicMs()
        if (waitMs > 0) return { name, rate, isOver: true, remaining: 0, resetMs: waitMs, waitMs }
      }
      const key = `${client} ${names.join(' ')}`
      spent.set(key, { client, names, own, times: (spent.get(key)?.times ?? 0) + 1 })
      timer ??= setTimeout(flush, longestMs)
      return undefined
    },
  }
}
