// Shares login attempts between replicas, so that the throttle counts them together.
import { z } from 'zod'
import type { LoginChannel } from '../http/auth/login-throttle.ts'
import type { PubSub } from './pubsub.ts'

const messageKind = 'login'

const loginMessage = z.object({
  id: z.number(),
  what: z.enum(['began', 'took back', 'succeeded']),
  place: z.string().max(100),
  username: z.string().max(1_000),
  isKnown: z.boolean(),
})

/** Creates the channel for login attempts. */
export function createLoginChannel({
  events,
}: {
  readonly events: Pick<PubSub, 'publish' | 'subscribe'>
}): LoginChannel {
  return {
    publish: (attempt) => events.publish(messageKind, attempt),
    subscribe: (listener) =>
      events.subscribe(messageKind, loginMessage, ({ id, ...attempt }, from) =>
        listener({ ...attempt, id: `${from} ${id}` }),
      ),
  }
}
