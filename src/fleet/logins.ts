// Shares login attempts between replicas, so that the throttle counts them together.
import { z } from 'zod'
import type { LoginNews } from '../http/login-throttle.ts'
import type { Events } from './events.ts'

const kind = 'login'

const told = z.object({
  id: z.number(),
  what: z.enum(['began', 'took back', 'succeeded']),
  place: z.string().max(100),
  username: z.string().max(1_000),
  isKnown: z.boolean(),
})

/** Creates the channel for login attempts. */
export function createLoginNews({ events }: { readonly events: Pick<Events, 'publish' | 'on'> }): LoginNews {
  return {
    tell: (tried) => events.publish(kind, tried),
    onTold: (hear) => events.on(kind, told, ({ id, ...tried }, from) => hear({ ...tried, id: `${from} ${id}` })),
  }
}
