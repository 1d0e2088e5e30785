// Shares the use of rate limits between replicas, so that a limit holds for all of them together.
import { z } from 'zod'
import type { RateLimitCharge, RateLimits } from '../http/access/rate-limits.ts'
import type { ReplicaContext } from './replica-context.ts'

/** How long charges are added up before they are published, and how many one message has. */
const delayMs = 10
const maxRows = 500

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
  events.subscribe(kind, z.array(chargeRow).max(maxRows), (rows) => {
    for (const { times, ...charge } of rows) limits.consumeMany(charge, times)
  })
  let charges = new Map<string, ChargeRow>()
  const publish = () => {
    const rows = [...charges.values()].filter(({ times }) => times !== 0)
    charges = new Map()
    for (let at = 0; at < rows.length; at += maxRows) events.publish(kind, rows.slice(at, at + maxRows))
  }
  const add = (row: ChargeRow) => {
    if (charges.size === 0) setTimeout(publish, delayMs)
    const key = `${row.names.join(' ')} ${row.client}`
    charges.set(key, { ...row, times: row.times + (charges.get(key)?.times ?? 0) })
  }
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
