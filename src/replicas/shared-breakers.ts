// Shares circuit breakers between replicas: one that opens here opens everywhere, and one replica makes the trial.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type FailureKind, failurePolicies, UpstreamError } from '../upstream/errors.ts'
import { type BreakerChannel, closedState, isClosed, type SharedBreakerState } from '../upstream/host/breaker-timing.ts'
import { acquireTrial, loadOpen, releaseTrial, storeClosed, storeOpen } from './breaker-scripts.ts'
import type { PubSub } from './pubsub.ts'
import type { RedisClient } from './redis-client.ts'

export interface SharedBreakers {
  /** The channel for the breaker of that name. */
  channelFor(name: string): BreakerChannel
}

export interface SharedBreakersDeps {
  readonly redis: Pick<RedisClient, 'run' | 'isUp' | 'onUp'>
  readonly events: Pick<PubSub, 'publish' | 'subscribe'>
  /** Unique id of this replica. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** More names than are asked; redirects and links on pages may name any number. */
const maxNames = 2_000

const kinds = { opened: 'breaker-opened', shut: 'breaker-shut' }

/**
 * Wire format. Times are relative to now, because the clocks of replicas differ. Older replicas read it, so it stays.
 */
const openedMessage = z.object({
  name: z.string(),
  leftMs: z.number(),
  pauseMs: z.number().min(0),
  kind: z.enum(Object.keys(failurePolicies)).optional(),
  detail: z.string().optional(),
})
type OpenedMessage = z.infer<typeof openedMessage>
const closedMessage = z.object({ name: z.string() })

/** Creates the shared breakers and subscribes to those of other replicas. */
export function createSharedBreakers({ redis, events, id, epochMs }: SharedBreakersDeps): SharedBreakers {
  const latest = new LRUCache<string, SharedBreakerState>({ max: maxNames })
  /** States that could not be published while Redis was down. */
  const unpublished = new LRUCache<string, SharedBreakerState>({ max: maxNames })

  const applyRemote = (message: OpenedMessage) => void latest.set(message.name, fromMessage(message, epochMs()))
  const publish = (name: string, state: SharedBreakerState) => {
    // Our state is newer; drop the remote one.
    latest.delete(name)
    if (!redis.isUp()) {
      unpublished.set(name, state)
      return
    }
    if (isClosed(state)) {
      events.publish(kinds.shut, { name })
      void redis.run((commands) => storeClosed(commands, id, name))
      return
    }
    const message = toMessage(name, state, epochMs())
    events.publish(kinds.opened, message)
    void redis.run((commands) => storeOpen(commands, id, { ...message, message: JSON.stringify(message) }))
  }

  async function resync(): Promise<void> {
    for (const [name, state] of unpublished.entries())
      if (isClosed(state) || state.openUntil > epochMs()) publish(name, state)
    unpublished.clear()
    const rows = await redis.run(loadOpen)
    for (const { message: json, leftMs } of rows ?? []) {
      const read = openedMessage.safeParse(parseJson(json))
      if (read.success) applyRemote({ ...read.data, leftMs })
    }
  }

  events.subscribe(kinds.opened, openedMessage, applyRemote)
  events.subscribe(kinds.shut, closedMessage, ({ name }) => void latest.set(name, closedState))
  redis.onUp(() => void resync())
  if (redis.isUp()) void resync()
  return {
    channelFor: (name) => ({
      latest: () => latest.get(name),
      opened: (state) => publish(name, state),
      closed: () => publish(name, closedState),
      requestTrial: async ({ isForced }) =>
        (await redis.run((commands) => acquireTrial(commands, id, { name, isForced }))) ?? true,
      releaseTrial: () => void redis.run((commands) => releaseTrial(commands, id, name)),
    }),
  }
}

function toMessage(name: string, { openUntil, openMs, reason }: SharedBreakerState, now: number): OpenedMessage {
  return {
    name,
    pauseMs: openMs,
    leftMs: openUntil - now,
    kind: reason?.kind,
    detail: reason?.message,
  }
}

function fromMessage({ leftMs, pauseMs: openMs, kind, detail = '' }: OpenedMessage, now: number): SharedBreakerState {
  return { openUntil: now + leftMs, openMs, reason: isKind(kind) ? new UpstreamError(kind, detail) : undefined }
}

function isKind(kind: string | undefined): kind is FailureKind {
  return kind !== undefined && kind in failurePolicies
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
