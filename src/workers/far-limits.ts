// How often clients may ask, as a worker knows it: it tells the main process who has asked, and is told who has asked enough.
import { LRUCache } from 'lru-cache'
import { type RateLimits, type RateRules, ruling, type Spending } from '../http/rate-limits.ts'

/** Requests of one client that a worker answered by itself. */
export interface SpentRow extends Spending {
  readonly times: number
}

/** A client that may not ask for a while, and by which rule. */
export interface Over {
  readonly client: string
  readonly name: string
  /** From when it is told, in milliseconds. */
  readonly waitMs: number
}

export interface FarLimits extends Pick<RateLimits, 'spend'> {
  /** Hears of a client that may not ask. */
  over(over: Over): void
  /** Tells what is collected so far. */
  flush(): void
}

const longestMs = 100
const mostOver = 10_000

export interface FarLimitsParts {
  readonly rules: RateRules
  tell(rows: readonly SpentRow[]): void
  /** Milliseconds of any clock that only runs forward. */
  readonly now: () => number
}

/**
 * Makes the limits. Who is over one is let in until the main process has heard and said so: a tenth of a second and a little. How much is
 * left nobody is told here, because only the main process knows it.
 */
export function createFarLimits({ rules, tell, now }: FarLimitsParts): FarLimits {
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
    over: ({ client, name, waitMs }) => void overUntil.set(`${name} ${client}`, now() + waitMs),
    spend({ client, names, own }) {
      const held = ruling(rules, names, own)
      if (held.length === 0) return undefined
      for (const { name, rate } of held) {
        const waitMs = (overUntil.get(`${name} ${client}`) ?? 0) - now()
        if (waitMs > 0) return { name, rate, isOver: true, remaining: 0, resetMs: waitMs, waitMs }
      }
      const key = `${client} ${names.join(' ')}`
      spent.set(key, { client, names, own, times: (spent.get(key)?.times ?? 0) + 1 })
      timer ??= setTimeout(flush, longestMs)
      return undefined
    },
  }
}
