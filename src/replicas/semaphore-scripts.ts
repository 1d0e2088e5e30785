// Redis scripts of the distributed semaphore: acquire, renew and release permits.
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { keyPrefix } from './key-prefix.ts'
import type { PublishArgs } from './pubsub.ts'

/** Uses the clock of Redis, because those of replicas differ. */
const readClock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * Permits are a sorted set by expiry. Waiting replicas are ordered by when they began to wait, so that one that
 * releases a permit and asks again at once cannot starve the others; a replica unseen for half a second no longer
 * waits.
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

/** Also restores permits that Redis has lost, because they are in use. */
const renewScript = `${readClock}
for at = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return #ARGV - 1`

const releaseScript = `
for at = 3, #ARGV do redis.call('ZREM', KEYS[1], ARGV[at]) end
if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('PUBLISH', ARGV[1], ARGV[2]) end
return 1`

function keysOf(name: string): readonly [string, string] {
  return [`${keyPrefix}slots:${name}`, `${keyPrefix}slots-wanted:${name}`]
}

interface PermitRequest {
  /** Number of permits in total. */
  readonly max: number
  readonly permitMs: number
  /** The id of this replica. */
  readonly replicaId: string
  /** Tokens of the requested permits. */
  readonly tokens: readonly string[]
}

/** Returns the number of permits granted, which have the first of the tokens. */
export async function acquirePermits(
  redis: Redis,
  name: string,
  { max, permitMs, replicaId, tokens }: PermitRequest,
): Promise<number> {
  return z.number().parse(await redis.eval(takeScript, 2, ...keysOf(name), max, permitMs, replicaId, ...tokens))
}

/** Extends permits by another lease time. */
export async function renewPermits(redis: Redis, name: string, permitMs: number, tokens: readonly string[]) {
  return redis.eval(renewScript, 1, keysOf(name)[0], permitMs, ...tokens)
}

/** Releases permits and notifies waiting replicas. */
export async function releasePermits(redis: Redis, name: string, tokens: readonly string[], message: PublishArgs) {
  return redis.eval(releaseScript, 2, ...keysOf(name), message.channel, message.message, ...tokens)
}
