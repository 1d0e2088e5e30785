// Distributed locks that expire, each with a fencing token that orders them.
import { z } from 'zod'
import { keyPrefix } from './key-prefix.ts'
import type { PubSub } from './pubsub.ts'
import type { RedisClient } from './redis-client.ts'

/** A lock, held for a few seconds and renewed while it is held. */
export interface Lock {
  /** Fencing token: higher than that of every earlier lock, of any name. */
  readonly fencingToken: number
  /** How long it has been held, in milliseconds. */
  heldMs(): number
  /** Whether it is still held: false after it was lost, or could not be renewed in time. */
  isHeld(): boolean
  /** Releases the lock. Publishes that it is free, unless `isPublished` says that other replicas learn it otherwise. */
  release(how?: { readonly isPublished: boolean }): Promise<void>
}

export interface Locks {
  /** Acquires the lock of that name; `heldLocks` if another replica has it, `alone` if Redis is unavailable. */
  acquire(name: string): Promise<Lock | 'held' | 'alone'>
  /** Registers a listener for locks that other replicas released and published. */
  onReleased(listener: (name: string) => void): void
  /** Releases all locks. */
  close(): Promise<void>
}

export interface LocksDeps {
  readonly redis: Pick<RedisClient, 'run' | 'isUp' | 'onUp'>
  readonly events: Pick<PubSub, 'publishArgs' | 'subscribe'>
  /** Unique id of this replica. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Overrides for tests. */
  readonly timings?: Partial<typeof defaultTimings>
}

const defaultTimings = {
  /** A replica that dies keeps its locks for at most this long. */
  lockMs: 5_000,
  /** Two renewals in a row may fail before the lock expires. */
  renewMs: 1_500,
}

const fencingTokenKey = `${keyPrefix}fence`

/**
 * The fencing token comes from the clock, so that it keeps growing after Redis was emptied, and is always above the
 * last one, in case the clock was set back. It is written even if the lock is taken: if nothing can be written, a
 * replica that waits for a lock that can never be released gets an error.
 */
const takeScript = `
local time = redis.call('TIME')
local fence = math.max(time[1] * 1000000 + time[2], tonumber(redis.call('GET', KEYS[2]) or 0) + 1)
redis.call('SET', KEYS[2], string.format('%.0f', fence))
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return fence`

const renewScript = `
local left = {}
for at, key in ipairs(KEYS) do
  left[at] = redis.call('GET', key) == ARGV[at + 1] and redis.call('PEXPIRE', key, ARGV[1]) or 0
end
return left`

const releaseScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
if ARGV[3] ~= '' then redis.call('PUBLISH', ARGV[2], ARGV[3]) end
return 1`

/** Larger scripts would block Redis for longer than a fraction of a millisecond. */
const maxPerScript = 500

const releasedMessage = z.object({ name: z.string() })

interface NamedToken {
  readonly name: string
  /** Unique among the holders of that name. */
  readonly token: string
}

interface HeldLock extends NamedToken {
  readonly since: number
  /** By our own clock, in epoch milliseconds. */
  until: number
  isLost: boolean
}

/** Creates the locks; none is held. */
export function createLocks({ redis, events, id, epochMs, timings }: LocksDeps): Locks {
  const { lockMs, renewMs } = { ...defaultTimings, ...timings }
  const renewals = createRenewals(redis, { epochMs, lockMs, renewMs })
  const heldLocks = new Map<HeldLock, Lock>()
  let count = 0

  async function releaseInRedis(
    { name, token }: NamedToken,
    { isPublished }: { readonly isPublished: boolean },
  ): Promise<void> {
    const { channel, message } = events.publishArgs('freed', { name })
    const args = [keyOf(name), token, channel, isPublished ? '' : message]
    const reply = await redis.run((commands) => commands.eval(releaseScript, 1, ...args))
    if (reply === undefined) unconfirmed.add({ name, token })
  }
  /**
   * Locks that Redis may have granted or not released, and that nobody holds: other replicas would wait for them in
   * vain.
   */
  const unconfirmed = new Set<NamedToken>()
  redis.onUp(() => {
    const all = [...unconfirmed]
    unconfirmed.clear()
    for (const one of all) void releaseInRedis(one, { isPublished: false })
  })

  function createLock(one: HeldLock, fencingToken: number): Lock {
    renewals.begin(one)
    const lock: Lock = {
      fencingToken,
      heldMs: () => epochMs() - one.since,
      isHeld: () => heldLocks.has(one) && !one.isLost && epochMs() < one.until,
      async release({ isPublished } = { isPublished: false }) {
        if (!heldLocks.delete(one)) return
        renewals.end(one)
        await releaseInRedis(one, { isPublished })
      },
    }
    heldLocks.set(one, lock)
    return lock
  }

  return {
    async acquire(name) {
      if (!redis.isUp()) return 'alone'
      count += 1
      const since = epochMs()
      const one: HeldLock = { name, token: `${id} ${count}`, since, until: since + lockMs, isLost: false }
      const fencingToken = await requestLock(redis, one, lockMs)
      if (fencingToken === undefined) {
        unconfirmed.add(one)
        return 'alone'
      }
      return fencingToken === 0 ? 'held' : createLock(one, fencingToken)
    },
    onReleased: (listener) => events.subscribe('freed', releasedMessage, ({ name }) => listener(name)),
    close: async () => void (await Promise.all(heldLocks.values().map((lease) => lease.release()))),
  }
}

/** Returns the fencing token; 0 if another replica holds the lock, undefined if Redis is unavailable. */
function requestLock(
  redis: LocksDeps['redis'],
  { name, token }: NamedToken,
  lockMs: number,
): Promise<number | undefined> {
  return redis.run(async (commands) =>
    z.number().parse(await commands.eval(takeScript, 2, keyOf(name), fencingTokenKey, token, lockMs)),
  )
}

function keyOf(name: string): string {
  return `${keyPrefix}lease:${name}`
}

/** Creates the timer that renews all held locks together. */
function createRenewals(
  redis: LocksDeps['redis'],
  { epochMs, lockMs, renewMs }: typeof defaultTimings & Pick<LocksDeps, 'epochMs'>,
) {
  const heldLocks = new Set<HeldLock>()
  let timer: NodeJS.Timeout | undefined

  async function renew(some: readonly HeldLock[]): Promise<void> {
    const keys = some.map(({ name }) => keyOf(name))
    const tokens = some.map(({ token }) => token)
    // Taken before the request: the time in Redis starts later.
    const until = epochMs() + lockMs
    const replies = await redis.run(async (commands) =>
      z.array(z.number()).parse(await commands.eval(renewScript, keys.length, ...keys, lockMs, ...tokens)),
    )
    for (const [at, one] of some.entries()) {
      if (replies?.[at] === 1) one.until = until
      else if (replies) one.isLost = true
    }
  }

  function renewAll(): void {
    const renewed = [...heldLocks]
    for (let at = 0; at < renewed.length; at += maxPerScript) void renew(renewed.slice(at, at + maxPerScript))
  }

  return {
    begin(one: HeldLock): void {
      heldLocks.add(one)
      timer ??= setInterval(renewAll, renewMs).unref()
    },
    end(one: HeldLock): void {
      heldLocks.delete(one)
      if (heldLocks.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
