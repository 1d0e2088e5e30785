// Distributed locks that expire, each with a fencing token that orders them.
import { z } from 'zod'
import type { Events } from './events.ts'
import { prefix } from './prefix.ts'
import type { RedisLine } from './redis.ts'

/** A lock, held for a few seconds and renewed while it is held. */
export interface Lease {
  /** Fencing token: higher than that of every earlier lock, of any name. */
  readonly fence: number
  /** How long it has been held, in milliseconds. */
  heldMs(): number
  /** Whether it is still held: false after it was lost, or could not be renewed in time. */
  isHeld(): boolean
  /** Releases the lock. Publishes that it is free, unless `isTold` says that other replicas learn it otherwise. */
  release(how?: { readonly isTold: boolean }): Promise<void>
}

export interface Leases {
  /** Acquires the lock of that name; `held` if another replica has it, `alone` if Redis is unavailable. */
  take(name: string): Promise<Lease | 'held' | 'alone'>
  /** Registers a listener for locks that other replicas released and published. */
  onFree(hear: (name: string) => void): void
  /** Releases all locks. */
  close(): Promise<void>
}

export interface LeasesParts {
  readonly line: Pick<RedisLine, 'ask' | 'isUp' | 'onUp'>
  readonly events: Pick<Events, 'announcement' | 'on'>
  /** Unique id of this replica. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** Overrides for tests. */
  readonly times?: Partial<typeof usualTimes>
}

const usualTimes = {
  /** A replica that dies keeps its locks for at most this long. */
  leaseMs: 5_000,
  /** Two renewals in a row may fail before the lock expires. */
  renewMs: 1_500,
}

const fenceKey = `${prefix}fence`

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
const mostAtOnce = 500

const freed = z.object({ name: z.string() })

interface Named {
  readonly name: string
  /** Unique among the holders of that name. */
  readonly token: string
}

interface Held extends Named {
  readonly since: number
  /** By our own clock, in epoch milliseconds. */
  until: number
  isLost: boolean
}

/** Creates the locks; none is held. */
export function createLeases({ line, events, id, epochMs, times }: LeasesParts): Leases {
  const { leaseMs, renewMs } = { ...usualTimes, ...times }
  const renewals = createRenewals(line, { epochMs, leaseMs, renewMs })
  const held = new Map<Held, Lease>()
  let count = 0

  async function giveBack({ name, token }: Named, { isTold }: { readonly isTold: boolean }): Promise<void> {
    const { channel, message } = events.announcement('freed', { name })
    const args = [keyOf(name), token, channel, isTold ? '' : message]
    const said = await line.ask((commands) => commands.eval(releaseScript, 1, ...args))
    if (said === undefined) doubted.add({ name, token })
  }
  /**
   * Locks that Redis may have granted or not released, and that nobody holds: other replicas would wait for them in
   * vain.
   */
  const doubted = new Set<Named>()
  line.onUp(() => {
    const all = [...doubted]
    doubted.clear()
    for (const one of all) void giveBack(one, { isTold: false })
  })

  function leaseOf(one: Held, fence: number): Lease {
    renewals.begin(one)
    const lease: Lease = {
      fence,
      heldMs: () => epochMs() - one.since,
      isHeld: () => held.has(one) && !one.isLost && epochMs() < one.until,
      async release({ isTold } = { isTold: false }) {
        if (!held.delete(one)) return
        renewals.end(one)
        await giveBack(one, { isTold })
      },
    }
    held.set(one, lease)
    return lease
  }

  return {
    async take(name) {
      if (!line.isUp()) return 'alone'
      count += 1
      const since = epochMs()
      const one: Held = { name, token: `${id} ${count}`, since, until: since + leaseMs, isLost: false }
      const fence = await requestLease(line, one, leaseMs)
      if (fence === undefined) {
        doubted.add(one)
        return 'alone'
      }
      return fence === 0 ? 'held' : leaseOf(one, fence)
    },
    onFree: (hear) => events.on('freed', freed, ({ name }) => hear(name)),
    close: async () => void (await Promise.all(held.values().map((lease) => lease.release()))),
  }
}

/** Returns the fencing token; 0 if another replica holds the lock, undefined if Redis is unavailable. */
function requestLease(line: LeasesParts['line'], { name, token }: Named, leaseMs: number): Promise<number | undefined> {
  return line.ask(async (commands) =>
    z.number().parse(await commands.eval(takeScript, 2, keyOf(name), fenceKey, token, leaseMs)),
  )
}

function keyOf(name: string): string {
  return `${prefix}lease:${name}`
}

/** Creates the timer that renews all held locks together. */
function createRenewals(
  line: LeasesParts['line'],
  { epochMs, leaseMs, renewMs }: typeof usualTimes & Pick<LeasesParts, 'epochMs'>,
) {
  const all = new Set<Held>()
  let timer: NodeJS.Timeout | undefined

  async function renew(some: readonly Held[]): Promise<void> {
    const keys = some.map(({ name }) => keyOf(name))
    const tokens = some.map(({ token }) => token)
    // Taken before the request: the time in Redis starts later.
    const until = epochMs() + leaseMs
    const left = await line.ask(async (commands) =>
      z.array(z.number()).parse(await commands.eval(renewScript, keys.length, ...keys, leaseMs, ...tokens)),
    )
    for (const [at, one] of some.entries()) {
      if (left?.[at] === 1) one.until = until
      else if (left) one.isLost = true
    }
  }

  function renewAll(): void {
    const renewed = [...all]
    for (let at = 0; at < renewed.length; at += mostAtOnce) void renew(renewed.slice(at, at + mostAtOnce))
  }

  return {
    begin(one: Held): void {
      all.add(one)
      timer ??= setInterval(renewAll, renewMs).unref()
    },
    end(one: Held): void {
      all.delete(one)
      if (all.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
