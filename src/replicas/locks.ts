// Distributed locks that expire, each with a fencing token that orders them.
import { z } from 'zod'
import { keyPrefix } from './key-prefix.ts'
import type { ReplicaContext } from './replica-context.ts'

/** A lock, held for a few seconds and renewed while it is held. */
export type Lock = Exclude<Awaited<ReturnType<Locks['acquire']>>, string>

export type Locks = ReturnType<typeof createLocks>

const defaultTimings = {
  /** A replica that dies keeps its locks for at most this long. */
  lockMs: 5_000,
  /** Two renewals in a row may fail before the lock expires. */
  renewMs: 1_500,
}
export type LockTimings = Partial<typeof defaultTimings>

const fencingTokenKey = `${keyPrefix}fence`

/**
 * The fencing token comes from the clock, so that it keeps growing after Redis was emptied, and is always above the
 * last one, in case the clock was set back. It is written even if the lock is taken: if nothing can be written, a
 * replica that waits for a lock that can never be released gets an error. Returns 0 if another replica holds the lock.
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

interface HeldLock {
  readonly name: string
  /** Unique among the holders of that name. */
  readonly token: string
  readonly since: number
  /** By our own clock, in epoch milliseconds. */
  until: number
  isLost: boolean
}

/** Creates the locks; none is held. `overrides` are for tests. */
export function createLocks(
  { redis, events, id, epochMs }: Pick<ReplicaContext, 'redis' | 'events' | 'id' | 'epochMs'>,
  overrides: LockTimings = {},
) {
  const timings = { ...defaultTimings, ...overrides }
  const held = new Set<HeldLock>()
  const renewals = startRenewals({ redis, epochMs }, held, timings)
  /** Locks that Redis may have granted or not released, and that nobody holds: others would wait in vain. */
  const unconfirmed = new Set<HeldLock>()
  let count = 0

  async function releaseInRedis(one: HeldLock, isPublished = false): Promise<void> {
    const { channel, message } = events.publishArgs('freed', { name: one.name })
    const args = [keyOf(one), one.token, channel, isPublished ? '' : message]
    const reply = await redis.run((commands) => commands.eval(releaseScript, 1, ...args))
    if (reply === undefined) unconfirmed.add(one)
  }
  redis.onUp(() => {
    for (const one of takeAll(unconfirmed)) void releaseInRedis(one)
  })

  return {
    /** Acquires the lock of that name; `held` if another replica has it, `alone` if Redis is unavailable. */
    async acquire(name: string) {
      if (!redis.isUp()) return 'alone' as const
      count += 1
      const since = epochMs()
      const one: HeldLock = { name, token: `${id} ${count}`, since, until: since + timings.lockMs, isLost: false }
      const args = [keyOf(one), fencingTokenKey, one.token, timings.lockMs]
      const fencingToken = await redis.run(async (commands) =>
        z.number().parse(await commands.eval(takeScript, 2, ...args)),
      )
      if (fencingToken === 0) return 'held' as const
      if (fencingToken === undefined) {
        unconfirmed.add(one)
        return 'alone' as const
      }
      held.add(one)
      return {
        /** Higher than that of every earlier lock, of any name. */
        fencingToken,
        heldMs: () => epochMs() - since,
        /** False after it was lost, or could not be renewed in time. */
        isHeld: () => held.has(one) && !one.isLost && epochMs() < one.until,
        /** Publishes that it is free, unless `isPublished` says that other replicas learn it otherwise. */
        release: async ({ isPublished } = { isPublished: false }): Promise<void> => {
          if (held.delete(one)) await releaseInRedis(one, isPublished)
        },
      }
    },
    /** Registers a listener for locks that other replicas released and published. */
    onReleased: (listener: (name: string) => void) =>
      events.subscribe('freed', releasedMessage, ({ name }) => listener(name)),
    async close(): Promise<void> {
      clearInterval(renewals)
      await Promise.all(takeAll(held).map((one) => releaseInRedis(one)))
    },
  }
}

/** Empties a set and returns what it held. */
function takeAll(locks: Set<HeldLock>): HeldLock[] {
  const all = [...locks]
  locks.clear()
  return all
}

function keyOf({ name }: HeldLock): string {
  return `${keyPrefix}lease:${name}`
}

/** Renews all held locks together, until the returned timer is cleared. */
function startRenewals(
  { redis, epochMs }: Pick<ReplicaContext, 'redis' | 'epochMs'>,
  locks: ReadonlySet<HeldLock>,
  { lockMs, renewMs }: typeof defaultTimings,
): NodeJS.Timeout {
  async function renew(some: readonly HeldLock[]): Promise<void> {
    // Taken before the request: the time in Redis starts later.
    const until = epochMs() + lockMs
    const args = [...some.map(keyOf), lockMs, ...some.map(({ token }) => token)]
    const replies = await redis.run(async (commands) =>
      z.array(z.number()).parse(await commands.eval(renewScript, some.length, ...args)),
    )
    for (const [at, one] of some.entries()) {
      if (replies?.[at] === 1) one.until = until
      else if (replies) one.isLost = true
    }
  }
  const renewAll = () => {
    const renewed = [...locks]
    for (let at = 0; at < renewed.length; at += maxPerScript) void renew(renewed.slice(at, at + maxPerScript))
  }
  return setInterval(renewAll, renewMs).unref()
}
