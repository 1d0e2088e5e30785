// Shares circuit breakers between replicas: one that opens here opens everywhere, and one replica makes the trial.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type BreakerNews, closedState, isClosed, type Told } from '../upstream/breaker-pause.ts'
import { type FailureKind, policies, UpstreamError } from '../upstream/errors.ts'
import { giveTrialUp, noteOpen, noteShut, readOpen, takeTrial } from './breaker-scripts.ts'
import type { Events } from './events.ts'
import type { RedisLine } from './redis.ts'

export interface Breakers {
  /** The channel for the breaker of that name. */
  newsOf(name: string): BreakerNews
}

export interface BreakersParts {
  readonly line: Pick<RedisLine, 'ask' | 'isUp' | 'onUp'>
  readonly events: Pick<Events, 'publish' | 'on'>
  /** Unique id of this replica. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** More names than are asked; redirects and links on pages may name any number. */
const mostNames = 2_000

const kinds = { opened: 'breaker-opened', shut: 'breaker-shut' }

/**
 * Wire format. Times are relative to now, because the clocks of replicas differ. Older replicas read it, so it stays.
 */
const opening = z.object({
  name: z.string(),
  leftMs: z.number(),
  pauseMs: z.number().min(0),
  kind: z.enum(Object.keys(policies)).optional(),
  detail: z.string().optional(),
})
type Opening = z.infer<typeof opening>
const shutting = z.object({ name: z.string() })

/** Creates the shared breakers and subscribes to those of other replicas. */
export function createBreakers({ line, events, id, epochMs }: BreakersParts): Breakers {
  const latest = new LRUCache<string, Told>({ max: mostNames })
  /** States that could not be published while Redis was down. */
  const untold = new LRUCache<string, Told>({ max: mostNames })

  const take = (message: Opening) => void latest.set(message.name, toldOf(message, epochMs()))
  const tell = (name: string, state: Told) => {
    // Our state is newer; drop the remote one.
    latest.delete(name)
    if (!line.isUp()) {
      untold.set(name, state)
      return
    }
    if (isClosed(state)) {
      events.publish(kinds.shut, { name })
      void line.ask((commands) => noteShut(commands, id, name))
      return
    }
    const message = openingOf(name, state, epochMs())
    events.publish(kinds.opened, message)
    void line.ask((commands) => noteOpen(commands, id, { ...message, told: JSON.stringify(message) }))
  }

  async function catchUp(): Promise<void> {
    for (const [name, state] of untold.entries()) if (isClosed(state) || state.until > epochMs()) tell(name, state)
    untold.clear()
    const rows = await line.ask(readOpen)
    for (const { told: json, leftMs } of rows ?? []) {
      const read = opening.safeParse(jsonOf(json))
      if (read.success) take({ ...read.data, leftMs })
    }
  }

  events.on(kinds.opened, opening, take)
  events.on(kinds.shut, shutting, ({ name }) => void latest.set(name, closedState))
  line.onUp(() => void catchUp())
  if (line.isUp()) void catchUp()
  return {
    newsOf: (name) => ({
      latest: () => latest.get(name),
      opened: (state) => tell(name, state),
      shut: () => tell(name, closedState),
      mayTry: async ({ isForced }) =>
        (await line.ask((commands) => takeTrial(commands, id, { name, isForced }))) ?? true,
      gaveUp: () => void line.ask((commands) => giveTrialUp(commands, id, name)),
    }),
  }
}

function openingOf(name: string, { until, pauseMs, reason }: Told, now: number): Opening {
  return {
    name,
    pauseMs,
    leftMs: until - now,
    kind: reason?.kind,
    detail: reason?.message,
  }
}

function toldOf({ leftMs, pauseMs, kind, detail = '' }: Opening, now: number): Told {
  return { until: now + leftMs, pauseMs, reason: isKind(kind) ? new UpstreamError(kind, detail) : undefined }
}

function isKind(kind: string | undefined): kind is FailureKind {
  return kind !== undefined && kind in policies
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
