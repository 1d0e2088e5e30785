// Distributed semaphore: limits attempts per upstream host, and checks per cloud, across all replicas.
import { z } from 'zod'
import { keyPrefix } from './key-prefix.ts'
import { type ReplicaContext, readClock } from './replica-context.ts'

type SemaphoreContext = Pick<ReplicaContext, 'redis' | 'events' | 'id' | 'random'>

export type DistributedSemaphore = ReturnType<typeof createDistributedSemaphore>

const defaultTimings = {
  /** Permits of a dead replica expire after this time. */
  permitMs: 5_000,
  /** Two renewals in a row may fail before the permits expire. */
  renewMs: 1_500,
}

/** Maximum poll interval while waiting, because a release message may be lost. */
const maxPollMs = 40

/**
 * Permits are a sorted set by expiry. Waiting replicas are ordered by when they began to wait, so that one that
 * releases a permit and asks again at once cannot starve the others; a replica unseen for half a second no longer
 * waits. Returns the number of permits granted, which have the first of the tokens.
 */
const takeScript = `${readClock}
local most, lease, me, want = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], #ARGV - 3
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local begun, others = now, {}
local rows = redis.call('HGETALL', KEYS[2])
for at = 1, #rows, 2 do
  local since, seen = string.match(rows[at + 1], '^(%d+) (%d+)$')
  if rows[at] == me then begun = tonumber(since) or now
  elseif not seen or tonumber(seen) + 500 < now then redis.call('HDEL', KEYS[2], rows[at])
  else others[#others + 1] = tonumber(since) end
end
local free = most - redis.call('ZCARD', KEYS[1])
for _, since in ipairs(others) do if since < begun then free = free - 1 end end
local given = math.max(0, math.min(free, want))
for at = 1, given do redis.call('ZADD', KEYS[1], now + lease, ARGV[3 + at]) end
if given > 0 then redis.call('PEXPIRE', KEYS[1], lease) end
if given == want then redis.call('HDEL', KEYS[2], me)
else
  redis.call('HSET', KEYS[2], me, (given > 0 and now or begun) .. ' ' .. now)
  redis.call('PEXPIRE', KEYS[2], 2000)
end
return given`

/** Extends permits by another lease time. Also restores permits that Redis has lost, because they are in use. */
const renewScript = `${readClock}
for at = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return #ARGV - 1`

/** Releases permits and notifies waiting replicas. */
const releaseScript = `
for at = 3, #ARGV do redis.call('ZREM', KEYS[1], ARGV[at]) end
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('PUBLISH', ARGV[1], ARGV[2]) end
return 1`

function keysOf({ name }: SemaphoreState): readonly [string, string] {
  return [`${keyPrefix}slots:${name}`, `${keyPrefix}slots-wanted:${name}`]
}

const kind = 'slot-freed'
const releasedMessage = z.object({ name: z.string() })

/** The permits of one name that concern this replica. */
interface SemaphoreState {
  readonly name: string
  max: number
  readonly held: Set<string>
  /** The waiting callers; each gets the token of its permit. */
  readonly waiting: ((token: string) => void)[]
  isAsking: boolean
  timer: NodeJS.Timeout | undefined
}

/** Creates the semaphore. `overrides` are for tests. */
export function createDistributedSemaphore(context: SemaphoreContext, overrides: Partial<typeof defaultTimings> = {}) {
  const { redis, events } = context
  const timings = { ...defaultTimings, ...overrides }
  /** A name without waiters and permits is removed. */
  const states = new Map<string, SemaphoreState>()
  const renewals = startRenewals(redis, states, timings)
  const requestPermits = createPermitRequester(context, timings.permitMs, releasePermits)

  function releaseInRedis(state: SemaphoreState, tokens: readonly string[]) {
    const { channel, message } = events.publishArgs(kind, { name: state.name })
    return redis.run((commands) => commands.eval(releaseScript, 2, ...keysOf(state), channel, message, ...tokens))
  }
  async function update(state: SemaphoreState): Promise<void> {
    await requestPermits(state)
    if (state.held.size === 0 && state.waiting.length === 0 && !state.isAsking) states.delete(state.name)
  }
  function releasePermits(state: SemaphoreState, tokens: readonly string[]): void {
    for (const token of tokens) state.held.delete(token)
    void releaseInRedis(state, tokens)
    void update(state)
  }
  const sum = (of: (state: SemaphoreState) => number) => states.values().reduce((all, state) => all + of(state), 0)

  // Each waiter asks once more and learns that Redis is unavailable.
  redis.onDown(() => {
    for (const state of states.values()) void requestPermits(state)
  })
  events.subscribe(kind, releasedMessage, ({ name }) => {
    const state = states.get(name)
    if (state) void requestPermits(state)
  })
  return {
    /** Acquires one of `max` permits, at once while Redis is unavailable; resolves to the function that releases it. */
    async acquire(name: string, max: number, signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      const state = states.get(name) ?? { name, max, held: new Set(), waiting: [], isAsking: false, timer: undefined }
      states.set(name, state)
      state.max = max
      const token = await enqueue(state, signal, () => void update(state))
      return () => {
        if (state.held.has(token)) releasePermits(state, [token])
      }
    },
    counts: () => ({ held: sum(({ held }) => held.size), waiting: sum(({ waiting }) => waiting.length) }),
    async close() {
      clearInterval(renewals)
      await Promise.all(states.values().map((state) => releaseInRedis(state, [...state.held])))
    },
  }
}

/** Queues until a permit is granted; `change` is called when a waiter is added or removed. */
function enqueue({ waiting }: SemaphoreState, signal: AbortSignal, change: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(grant), 1)
      reject(signal.reason)
      change()
    }
    const grant = (token: string) => {
      signal.removeEventListener('abort', leave)
      resolve(token)
    }
    signal.addEventListener('abort', leave, { once: true })
    waiting.push(grant)
    change()
  })
}

/** Requests permits for all waiters of a name, one call at a time; `release` gets permits no longer needed. */
function createPermitRequester(
  { redis, id, random }: SemaphoreContext,
  permitMs: number,
  release: (state: SemaphoreState, tokens: readonly string[]) => void,
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
      state.waiting.shift()?.(token)
    }
    if (tokens.length > requested) release(state, tokens.slice(requested))
  }

  return async function requestPermits(state: SemaphoreState): Promise<void> {
    if (state.isAsking) return
    clearTimeout(state.timer)
    while (state.waiting.length > 0) {
      const tokens = state.waiting.map(newToken)
      state.isAsking = true
      const args = [state.max, permitMs, id, ...tokens]
      const granted = await redis.run(async (commands) =>
        z.number().parse(await commands.eval(takeScript, 2, ...keysOf(state), ...args)),
      )
      state.isAsking = false
      grant(state, tokens.slice(0, granted ?? tokens.length))
      if (granted === undefined || granted === tokens.length || state.waiting.length === 0) continue
      state.timer = setTimeout(() => void requestPermits(state), maxPollMs * (0.5 + random() / 2))
      return
    }
  }
}

/** Renews held permits until the returned timer is cleared, and restores them after Redis was unavailable. */
function startRenewals(
  redis: ReplicaContext['redis'],
  states: ReadonlyMap<string, SemaphoreState>,
  { permitMs, renewMs }: typeof defaultTimings,
): NodeJS.Timeout {
  const renew = () => {
    for (const state of states.values()) {
      const args = [keysOf(state)[0], permitMs, ...state.held]
      if (state.held.size > 0) void redis.run((commands) => commands.eval(renewScript, 1, ...args))
    }
  }
  redis.onUp(renew)
  return setInterval(renew, renewMs).unref()
}
