// What clients have spent of their rates, told to all replicas, so that a rate holds for all of them together.
import { z } from 'zod'
import type { RateLimits, Spending } from '../http/rate-limits.ts'
import type { Events } from './events.ts'

export interface Spendings {
  /** Limits that count for all replicas what is spent here; what others spend counts here from now on, and is told to nobody again. */
  share(limits: RateLimits): RateLimits
}

export interface SpendingsParts {
  readonly events: Pick<Events, 'publish' | 'on'>
}

/** So long it is gathered before it is told. */
const longestMs = 10
/** A message has no more rows than this; who has more is told of in the next. */
const mostRows = 500

const kind = 'spent'

const row = z.object({
  client: z.string(),
  names: z.array(z.string()).max(10),
  own: z.object({ count: z.number().min(1), perMs: z.number().min(1) }).optional(),
  times: z.int().min(1).max(1_000_000),
})
type Row = z.infer<typeof row>

/** Makes what tells and hears of them. */
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
          // Undefined where there is no rule: then others have none either.
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
    else rows.set(key, { client, names: [...names], times, ...(own ? { own } : {}) })
    if (rows.size >= mostRows) flush()
    else timer ??= setTimeout(flush, longestMs)
  }
}
