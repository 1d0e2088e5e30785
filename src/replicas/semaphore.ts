// Distributed semaphore: limits attempts per upstream host, and checks per cloud, across all replicas.
import { z } from 'zod'
import type { PubSub } from './pubsub.ts'
import type { RedisClient } from './redis-client.ts'
import { acquirePermits, releasePermits, renewPermits } from './semaphore-scripts.ts'

export interface DistributedSemaphore {
  /**
   * Acquires one of `max` permits of that name; resolves to the function that releases it. While Redis is unavailable
   * every call succeeds, because local limits still apply. Rejects with the reason of `signal`.
   */
  acquire(name: string, max: number, signal: AbortSignal): Promise<() => void>
  counts(): { readonly held: number; readonly waiting: number }
  /** Releases all permits. */
  close(): Promise<void>
}

export interface DistributedSemaphoreDeps {
  readonly redis: Pick<RedisClient, 'run' | 'isUp' | 'onUp' | 'onDown'>
  readonly events: Pick<PubSub, 'publishArgs' | 'subscribe'>
  /** Unique id of this replica. */
  readonly id: string
  /** Returns a number in [0, 1). */
  readonly random: () => number
}

/** Permits of a dead replica expire after this time. */
const permitMs = 5_000
/** Two renewals in a row may fail before the permits expire. */
const renewMs = 1_500
/** Maximum poll interval while waiting, because a release message may be lost. */
const maxPollMs = 40

const kind = 'slot-freed'
const releasedMessage = z.object({ name: z.string() })

/** The permits of one name that concern this replica. */
interface SemaphoreState {
  readonly name: string
  max: number
  readonly held: Set<string>
  readonly waiting: Waiter[]
  isAsking: boolean
  timer: NodeJS.Timeout | undefined
}

interface Waiter {
  grant(token: string): void
}

/** Creates the semaphore. */
export function createDistributedSemaphore(parts: DistributedSemaphoreDeps): DistributedSemaphore {
  const { redis, events } = parts
  const states = createSemaphoreStates()
  const renewals = createRenewals(redis, states.all)
  const releaseInRedis = ({ name }: SemaphoreState, tokens: readonly string[]) =>
    redis.run((commands) => releasePermits(commands, name, tokens, events.publishArgs(kind, { name })))
  const requestPermits = createPermitRequester(parts, returnPermits)

  function returnPermits(state: SemaphoreState, tokens: readonly string[]): void {
    for (const token of tokens) state.held.delete(token)
    void releaseInRedis(state, tokens)
    void requestPermits(state).then(() => states.dropIfIdle(state))
  }
  const requestAll = () => {
    for (const state of states.all()) void requestPermits(state)
  }
  // Each waiter asks once more and learns that Redis is unavailable.
  redis.onDown(requestAll)
  events.subscribe(kind, releasedMessage, ({ name }) => {
    const state = states.known(name)
    if (state) void requestPermits(state)
  })
  return {
    async acquire(name, max, signal) {
      signal.throwIfAborted()
      const state = states.of(name, max)
      renewals.begin()
      const token = await enqueue(state, signal, () => void requestPermits(state).then(() => states.dropIfIdle(state)))
      let isHeld = true
      return () => {
        if (isHeld) returnPermits(state, [token])
        isHeld = false
      }
    },
    counts: states.counts,
    async close() {
      renewals.end()
      await Promise.all(states.all().map((state) => releaseInRedis(state, [...state.held])))
    },
  }
}

/** Creates the table of names; a name without waiters and permits is removed. */
function createSemaphoreStates() {
  const states = new Map<string, SemaphoreState>()
  const sum = (forName: (state: SemaphoreState) => number) =>
    states.values().reduce((all, state) => all + forName(state), 0)
  return {
    all: () => [...states.values()],
    known: (name: string) => states.get(name),
    of(name: string, max: number): SemaphoreState {
      const state = states.get(name) ?? { name, max, held: new Set(), waiting: [], isAsking: false, timer: undefined }
      states.set(name, state)
      state.max = max
      return state
    },
    dropIfIdle(state: SemaphoreState): void {
      if (state.held.size === 0 && state.waiting.length === 0 && !state.isAsking) states.delete(state.name)
    },
    counts: () => ({ held: sum(({ held }) => held.size), waiting: sum(({ waiting }) => waiting.length) }),
  }
}

/** Queues until a permit is granted; `change` is called when a waiter is added or removed. */
function enqueue({ waiting }: SemaphoreState, signal: AbortSignal, change: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(waiter), 1)
      reject(signal.reason)
      change()
    }
    const waiter = {
      grant(token: string) {
        signal.removeEventListener('abort', leave)
        resolve(token)
      },
    }
    signal.addEventListener('abort', leave, { once: true })
    waiting.push(waiter)
    change()
  })
}

/**
 * Creates the function that requests permits for all waiters of a name, one call at a time; `returnPermits` gets permits
 * that are no longer needed.
 */
function createPermitRequester(
  { redis, id, random }: DistributedSemaphoreDeps,
  returnPermits: (state: SemaphoreState, tokens: readonly string[]) => void,
) {
  let count = 0
  const newToken = () => {
    count += 1
    return `${id} ${count}`
  }

  function grant(state: SemaphoreState, tokens: readonly string[]): void {
    const requested = state.waiting.length
    for (const token of tokens) {
      state.held.add(token)
      state.waiting.shift()?.grant(token)
    }
    if (tokens.length > requested) returnPermits(state, tokens.slice(requested))
  }

  return async function requestPermits(state: SemaphoreState): Promise<void> {
    if (state.isAsking) return
    clearTimeout(state.timer)
    while (state.waiting.length > 0) {
      const tokens = state.waiting.map(newToken)
      state.isAsking = true
      const granted = await redis.run((commands) =>
        acquirePermits(commands, state.name, { max: state.max, permitMs, replicaId: id, tokens }),
      )
      state.isAsking = false
      grant(state, tokens.slice(0, granted ?? tokens.length))
      if (granted === undefined || granted === tokens.length || state.waiting.length === 0) continue
      state.timer = setTimeout(() => void requestPermits(state), maxPollMs * (0.5 + random() / 2))
      return
    }
  }
}

/** Creates the timer that renews held permits, and restores them after Redis was unavailable. */
function createRenewals(redis: DistributedSemaphoreDeps['redis'], states: () => readonly SemaphoreState[]) {
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearInterval(timer)
    timer = undefined
  }
  const renew = () => {
    const all = states()
    if (all.length === 0) end()
    for (const { name, held } of all)
      if (held.size > 0) void redis.run((commands) => renewPermits(commands, name, permitMs, [...held]))
  }
  redis.onUp(renew)
  return {
    end,
    /** Starts the timer before a permit is acquired. */
    begin(): void {
      timer ??= setInterval(renew, renewMs).unref()
    },
  }
}
