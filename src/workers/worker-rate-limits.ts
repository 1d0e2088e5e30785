// Rate limits in a worker: reports usage to the primary process, which reports clients over their limit.
import { LRUCache } from 'lru-cache'
import { applicableRules, type RateLimitCharge, type RateLimits, type RateRules } from '../http/access/rate-limits.ts'

/** Requests of one client that a worker answered itself. */
export interface RateLimitUsage extends RateLimitCharge {
  readonly times: number
}

/** A client over its rate limit, and the rule. */
export interface ExhaustedClient {
  readonly client: string
  readonly name: string
  /** Milliseconds from receipt of the message. */
  readonly waitMs: number
}

export interface WorkerRateLimits extends Pick<RateLimits, 'consume'> {
  /** Records a client over its limit. */
  recordExhausted(recordExhausted: ExhaustedClient): void
  /** Sends the usage collected so far. */
  flush(): void
}

const maxDelayMs = 100
const maxExhausted = 10_000

export interface WorkerRateLimitsOptions {
  readonly rules: RateRules
  report(rows: readonly RateLimitUsage[]): void
  /** Monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number
}

/**
 * Creates the limits. A client over its limit is still served until the primary has received the usage and replied: a little over 0.1 s. Only
 * the primary knows how many requests remain, so no rate limit headers are set here.
 */
export function createWorkerRateLimits({ rules, report, monotonicMs }: WorkerRateLimitsOptions): WorkerRateLimits {
  const exhaustedUntil = new LRUCache<string, number>({ max: maxExhausted })
  let usage = new Map<string, RateLimitUsage>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (usage.size === 0) return
    const rows = [...usage.values()]
    usage = new Map()
    report(rows)
  }

  return {
    flush,
    recordExhausted: ({ client, name, waitMs }) => void exhaustedUntil.set(`${name} ${client}`, monotonicMs() + waitMs),
    consume({ client, names, own }) {
      const applicable = applicableRules(rules, names, own)
      if (applicable.length === 0) return undefined
      for (const { name, rate } of applicable) {
        const waitMs = (exhaustedUntil.get(`${name} ${client}`) ?? 0) - monotonicMs()
        if (waitMs > 0) return { name, rate, isOver: true, remaining: 0, resetMs: waitMs, waitMs }
      }
      const key = `${client} ${names.join(' ')}`
      usage.set(key, { client, names, own, times: (usage.get(key)?.times ?? 0) + 1 })
      timer ??= setTimeout(flush, maxDelayMs)
      return undefined
    },
  }
}
