// Shares the use of rate limits between replicas, so that a limit holds for all of them together.
import { z } from 'zod'
import { createBatcher } from '../async/batcher.ts'
import type { RateLimitCharge, RateLimits } from '../http/access/rate-limits.ts'
import type { ReplicaContext } from './replica-context.ts'

const batchLimits = { maxRows: 500, maxDelayMs: 10 }

const chargeRow = z.object({
  client: z.string(),
  names: z.array(z.string()).max(10),
  own: z.object({ count: z.number().min(1), perMs: z.number().min(1) }).optional(),
  times: z.int().min(-1_000).max(1_000_000),
})
type ChargeRow = z.infer<typeof chargeRow>

/** Wraps rate limits: charges here are published, those of others only counted. `kind` names them in messages. */
export function shareRateLimits(
  events: Pick<ReplicaContext['events'], 'publish' | 'subscribe'>,
  limits: RateLimits,
  kind = 'spent',
): RateLimits {
  events.subscribe(kind, z.array(chargeRow).max(batchLimits.maxRows), (rows) => {
    for (const { times, ...charge } of rows) limits.consumeMany(charge, times)
  })
  const add = createBatcher<ChargeRow>((rows) => {
    const charges = sumByClient(rows)
    if (charges.length > 0) events.publish(kind, charges)
  }, batchLimits)
  const consumeMany = ({ client, names, own }: RateLimitCharge, times: number) => {
    const status = limits.consumeMany({ client, names, own }, times)
    // Undefined if there is no rule; the other replicas have the same rules.
    if (status && times !== 0) add({ client, names: [...names], own, times })
    return status
  }
  return {
    consumeMany,
    consume(charge) {
      const status = limits.consume(charge)
      if (status && !status.isOver) add({ ...charge, names: [...charge.names], times: 1 })
      return status
    },
  }
}

function sumByClient(rows: readonly ChargeRow[]): readonly ChargeRow[] {
  const sums = new Map<string, ChargeRow>()
  for (const row of rows) {
    const key = `${row.names.join(' ')} ${row.client}`
    sums.set(key, { ...row, times: row.times + (sums.get(key)?.times ?? 0) })
  }
  return [...sums.values()].filter(({ times }) => times !== 0)
}
