// Shares the use of rate limits between replicas, so that a limit holds for all of them together.
import { z } from 'zod'
import type { RateLimits, Spending } from '../http/rate-limits.ts'
import type { Events } from './events.ts'

export interface Spendings {
  /**
   * Wraps rate limits so that charges here are published, and charges of other replicas are counted here without
   * publishing them again.
   */
  share(limits: RateLimits): RateLimits
}

export interface SpendingsParts {
  readonly events: Pick<Events, 'publish' | 'on'>
}

/** Maximum delay of a batch. */
const longestMs = 10
/** Maximum number of rows per message. */
const mostRows = 500

const kind = 'spent'

const row = z.object({
  client: z.string(),
  names: z.array(z.string()).max(10),
  own: z.object({ count: z.number().min(1), perMs: z.number().min(1) }).optional(),
  times: z.int().min(1).max(1_000_000),
})
type Row = z.infer<typeof row>

/** Creates the shared rate limits. */
export function createSpendings({ events }: SpendingsParts): Spendings {
  const tell = createTelling(events)
  return {
    share(limits) {
      events.on(kind, z.array(row).max(mostRows), (rows) => {
        for (const { times, ...spending } of rows) limits.charge(spending, times)
      })
      return {
        spend(spending) {
          const standing = limits.spend(spending)
          // Undefined if there is no rule; the other replicas have the same rules.
          if (standing && !standing.isOver) tell(spending, 1)
          return standing
        },
        charge(spending, times) {
          const standing = limits.charge(spending, times)
          if (standing && times > 0) tell(spending, times)
          return standing
        },
      }
    },
  }
}

function createTelling(events: SpendingsParts['events']) {
  let rows = new Map<string, Row>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const told = [...rows.values()]
    rows = new Map()
    if (told.length > 0) events.publish(kind, told)
  }

  return ({ client, names, own }: Spending, times: number): void => {
    const key = `${names.join(' ')} ${client}`
    const known = rows.get(key)
    if (known) known.times += times
    else rows.set(key, { client, names: [...names], times, own })
    if (rows.size >= mostRows) flush()
    else timer ??= setTimeout(flush, longestMs)
  }
}
