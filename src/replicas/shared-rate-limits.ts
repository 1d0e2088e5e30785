// Shares the use of rate limits between replicas, so that a limit holds for all of them together.
import { z } from 'zod'
import type { RateLimitCharge, RateLimits } from '../http/access/rate-limits.ts'
import type { PubSub } from './pubsub.ts'

export interface SharedRateLimits {
  /**
   * Wraps rate limits so that charges here are published, and charges of other replicas are counted here without
   * publishing them again. `kind` names the limits in messages.
   */
  share(limits: RateLimits, kind?: string): RateLimits
}

export interface SharedRateLimitsDeps {
  readonly events: Pick<PubSub, 'publish' | 'subscribe'>
}

/** Maximum delay of a batch. */
const flushMs = 10
/** Maximum number of rows per message. */
const maxRows = 500

const chargeRow = z.object({
  client: z.string(),
  names: z.array(z.string()).max(10),
  own: z.object({ count: z.number().min(1), perMs: z.number().min(1) }).optional(),
  times: z.int().min(-1_000).max(1_000_000),
})
type ChargeRow = z.infer<typeof chargeRow>

/** Creates the shared rate limits. */
export function createSharedRateLimits({ events }: SharedRateLimitsDeps): SharedRateLimits {
  return {
    share(limits, kind = 'spent') {
      const publishCharge = createChargeBatcher((batch) => events.publish(kind, batch))
      events.subscribe(kind, z.array(chargeRow).max(maxRows), (rows) => {
        for (const { times, ...spending } of rows) limits.consumeMany(spending, times)
      })
      return {
        consume(spending) {
          const status = limits.consume(spending)
          // Undefined if there is no rule; the other replicas have the same rules.
          if (status && !status.isOver) publishCharge(spending, 1)
          return status
        },
        consumeMany(spending, times) {
          const status = limits.consumeMany(spending, times)
          if (status && times !== 0) publishCharge(spending, times)
          return status
        },
      }
    },
  }
}

function createChargeBatcher(publish: (batch: readonly ChargeRow[]) => void) {
  let rows = new Map<string, ChargeRow>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = [...rows.values()].filter(({ times }) => times !== 0)
    rows = new Map()
    if (batch.length > 0) publish(batch)
  }

  return ({ client, names, own }: RateLimitCharge, times: number): void => {
    const key = `${names.join(' ')} ${client}`
    const queued = rows.get(key)
    if (queued) queued.times += times
    else rows.set(key, { client, names: [...names], times, own })
    if (rows.size >= maxRows) flush()
    else timer ??= setTimeout(flush, flushMs)
  }
}
