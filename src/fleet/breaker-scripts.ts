// What Redis keeps of breakers that are open, so that replicas that start know them, and who makes the trial of one.
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { forcedTrialEveryMs } from '../upstream/breaker-pause.ts'
import { prefix } from './prefix.ts'

/** By the clock of Redis, since those of replicas differ. */
const nowLines = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/** Each entry is when its pause ends, a space, and what was told of it. Who makes the trial has ended it by telling how it is. */
const openScript = `${nowLines}
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
local before = redis.call('HGET', KEYS[1], ARGV[2])
local till = now + tonumber(ARGV[3])
if before and tonumber(string.match(before, '^%d+')) > till then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], string.format('%.0f', till) .. ' ' .. ARGV[4])
redis.call('PEXPIRE', KEYS[1], 86400000)
return 1`

const shutScript = `
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return redis.call('HDEL', KEYS[1], ARGV[2])`

/** Those whose pause ended long ago nobody has asked since. */
const allScript = `${nowLines}
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

/** One that is forced also needs that no other was forced lately, by whomever. */
const trialScript = `
local other = redis.call('GET', KEYS[1])
if other and other ~= ARGV[1] then return 0 end
if ARGV[3] ~= '' and not redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`

const giveUpScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`

/** Longer than most attempts take; after that another replica tries, whatever became of this one. */
const trialMs = 10_000

const allKey = `${prefix}breakers`

function trialKey(name: string): string {
  return `${prefix}trial:${name}`
}

/** A breaker that is open. */
export interface OpenRow {
  readonly name: string
  /** From now on, in milliseconds; less than nothing when it is time for a trial. */
  readonly leftMs: number
  /** What was told of it besides. */
  readonly told: string
}

/** Notes that it is open, unless it is noted to be so for longer. */
export async function noteOpen(redis: Redis, me: string, { name, leftMs, told }: OpenRow): Promise<void> {
  await redis.eval(openScript, 2, allKey, trialKey(name), me, name, Math.round(leftMs), told)
}

export async function noteShut(redis: Redis, me: string, name: string): Promise<void> {
  await redis.eval(shutScript, 2, allKey, trialKey(name), me, name)
}

/** All that are open, or on trial. */
export async function readOpen(redis: Redis): Promise<OpenRow[]> {
  const all = z.array(z.string()).parse(await redis.eval(allScript, 1, allKey))
  return Array.from({ length: all.length / 3 }, (_, at) => {
    const [name = '', left, told = ''] = all.slice(at * 3, at * 3 + 3)
    return { name, leftMs: Number(left), told }
  })
}

interface WantedTrial {
  readonly name: string
  /** Is it wanted while the pause lasts? */
  readonly isForced: boolean
}

/** May this replica make the trial? */
export async function takeTrial(redis: Redis, me: string, { name, isForced }: WantedTrial): Promise<boolean> {
  const keys = [trialKey(name), `${prefix}forced-trial:${name}`]
  return (await redis.eval(trialScript, 2, ...keys, me, trialMs, isForced ? forcedTrialEveryMs : '')) === 1
}

export async function giveTrialUp(redis: Redis, me: string, name: string): Promise<void> {
  await redis.eval(giveUpScript, 1, trialKey(name), me)
}
