// Redis scripts for circuit breakers: stores open ones for new replicas, and lets one replica make the trial.
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { minForcedTrialIntervalMs } from '../upstream/host/breaker-timing.ts'
import { keyPrefix } from './key-prefix.ts'

/** Uses the clock of Redis, because those of replicas differ. */
const readClock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * Each entry is the end of the open period, a space, and the message. The replica that made the trial releases it by
 * storing a state.
 */
const openScript = `${readClock}
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
local before = redis.call('HGET', KEYS[1], ARGV[2])
local till = now + tonumber(ARGV[3])
if before and tonumber(string.match(before, '^%d+')) > till then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], string.format('%.0f', till) .. ' ' .. ARGV[4])
redis.call('PEXPIRE', KEYS[1], 86400000)
return 1`

const closeScript = `
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return redis.call('HDEL', KEYS[1], ARGV[2])`

/** Entries whose open period ended an hour ago are stale: nobody has asked the host since. */
const allScript = `${readClock}
local rows, left = redis.call('HGETALL', KEYS[1]), {}
for at = 1, #rows, 2 do
  local till, told = string.match(rows[at + 1], '^(%d+) (.*)$')
  if not till or tonumber(till) + 3600000 < now then redis.call('HDEL', KEYS[1], rows[at])
  else
    left[#left + 1] = rows[at]
    left[#left + 1] = string.format('%.0f', tonumber(till) - now)
    left[#left + 1] = told
  end
end
return left`

/** A forced trial also requires that no replica forced one recently. */
const trialScript = `
local other = redis.call('GET', KEYS[1])
if other and other ~= ARGV[1] then return 0 end
if ARGV[3] ~= '' and not redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`

/** Longer than most attempts; after that another replica may try. */
const trialMs = 10_000

const allKey = `${keyPrefix}breakers`

function trialKey(name: string): string {
  return `${keyPrefix}trial:${name}`
}

/** An open breaker. */
export interface OpenBreakerRow {
  readonly name: string
  /** Milliseconds until a trial is due; negative if it is overdue. */
  readonly leftMs: number
  /** The rest of the message, as JSON. */
  readonly message: string
}

/** Stores that a breaker is open, unless it is stored as open for longer. */
export async function storeOpen(
  redis: Redis,
  replicaId: string,
  { name, leftMs, message }: OpenBreakerRow,
): Promise<void> {
  await redis.eval(openScript, 2, allKey, trialKey(name), replicaId, name, Math.round(leftMs), message)
}

export async function storeClosed(redis: Redis, replicaId: string, name: string): Promise<void> {
  await redis.eval(closeScript, 2, allKey, trialKey(name), replicaId, name)
}

/** Reads all breakers that are open or half-open. */
export async function loadOpen(redis: Redis): Promise<OpenBreakerRow[]> {
  const all = z.array(z.string()).parse(await redis.eval(allScript, 1, allKey))
  return Array.from({ length: all.length / 3 }, (_, at) => {
    const [name = '', leftMs, message = ''] = all.slice(at * 3, at * 3 + 3)
    return { name, leftMs: Number(leftMs), message }
  })
}

interface TrialRequest {
  readonly name: string
  /** Whether it is requested while the breaker is open. */
  readonly isForced: boolean
}

/** Whether this replica may make the trial. */
export async function acquireTrial(
  redis: Redis,
  replicaId: string,
  { name, isForced }: TrialRequest,
): Promise<boolean> {
  const keys = [trialKey(name), `${keyPrefix}forced-trial:${name}`]
  return (await redis.eval(trialScript, 2, ...keys, replicaId, trialMs, isForced ? minForcedTrialIntervalMs : '')) === 1
}

export async function releaseTrial(redis: Redis, replicaId: string, name: string): Promise<void> {
  await redis.eval(releaseScript, 1, trialKey(name), replicaId)
}
