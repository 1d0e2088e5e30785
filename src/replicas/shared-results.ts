// Results that other replicas stored in Redis, and the choice of one that serves a caller.
import { z } from 'zod'
import type { Acceptance, SharedResult } from '../upstream/ask/coordination.ts'
import type { Failure } from '../upstream/source.ts'
import { failureShape, type SharedAnswer } from './answer-codec.ts'
import { keyPrefix } from './key-prefix.ts'
import type { PublishArgs } from './pubsub.ts'
import { answerKey, type RedisAnswers } from './redis-answers.ts'
import type { RedisClient } from './redis-client.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** A caller that asks, or waits for another replica that does. */
export interface Requester {
  readonly key: string
  readonly acceptance: Acceptance
  /** Time since the request, in milliseconds, at the time of the lookup. */
  readonly waitedMs: number
}

/** Why an ask failed. */
export interface FailedAsk {
  readonly failure: Failure
  readonly isCacheable: boolean
}

/** After a forced ask, further forced asks within this time get its result. */
const forcedTtlMs = 10_000

/** How long a failure is stored, for waiting replicas and further callers. */
const failureTtlMs = 30_000

/** Allows for results that are stored during the lookup. */
const slackMs = 1_000

/**
 * For the answer and the failure, if younger than the limit: age in milliseconds, duration if forced, and for the
 * failure its text.
 */
const lookupScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
for at, key in ipairs(KEYS) do
  local there = redis.call('HMGET', key, 't', 'h', at == 2 and 'v' or 'h')
  local age = there[1] and math.max(0, now - tonumber(there[1]))
  found[at] = {}
  if age and age <= tonumber(ARGV[1]) then found[at] = { string.format('%.0f', age), there[2] or '', there[3] or '' } end
end
return found`

const failScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'v', ARGV[1], 't', string.format('%.0f', now), 'h', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1`

/** The failure of an ask, as it is stored and published. */
export const failedAskShape = z.object({ failure: failureShape, isSoForNow: z.boolean() })

const lookupReply = z.array(z.array(z.string()))

interface StoredResult {
  readonly text: string
  readonly ageMs: number
  /** Time since the forced ask began, in milliseconds; infinite if it was not forced. */
  readonly forcedAgoMs: number
}

export interface ResultLookupDeps {
  readonly redis: Pick<RedisClient, 'run'>
  readonly redisAnswers: Pick<RedisAnswers, 'read'>
  readonly answers: Pick<SharedAnswers, 'adopt'>
}

/**
 * Finds a stored result that serves the caller: for a forced ask the latest, else an answer rather than a failure.
 * Undefined while Redis is unavailable.
 */
export async function findSharedResult(
  requester: Requester,
  { redis, redisAnswers, answers }: ResultLookupDeps,
): Promise<SharedResult | undefined> {
  const [answer, failure] = await lookup(requester, redis)
  const storedFailure = failure && findFailure(requester, failure)
  if (storedFailure && (!answer || (isForced(requester) && failure.ageMs < answer.ageMs))) return storedFailure
  const shared = answer && (await findAnswer(requester, answer, redisAnswers))
  if (!shared) return storedFailure
  return { entry: await answers.adopt(requester.key, shared), isNew: answer.ageMs < requester.waitedMs }
}

async function lookup({ key, acceptance, waitedMs }: Requester, redis: Pick<RedisClient, 'run'>) {
  const reachMs = Math.max(acceptance.maxAgeMs === 0 ? forcedTtlMs : acceptance.maxTotalAgeMs, waitedMs + slackMs)
  const withinMs = Math.min(Math.ceil(reachMs), Number.MAX_SAFE_INTEGER)
  const found = await redis.run(async (commands) =>
    lookupReply.parse(await commands.eval(lookupScript, 2, answerKey(key), failureKey(key), withinMs)),
  )
  return found?.map(parseStored) ?? []
}

function parseStored([age, tookMs, text]: readonly string[]): StoredResult | undefined {
  if (age === undefined || tookMs === undefined || text === undefined) return undefined
  const ageMs = Number(age)
  return { text, ageMs, forcedAgoMs: tookMs === '' ? Number.POSITIVE_INFINITY : ageMs + Number(tookMs) }
}

/** Reads the answer only if its age fits, because it may be large. */
async function findAnswer(
  requester: Requester,
  stored: StoredResult,
  redisAnswers: Pick<RedisAnswers, 'read'>,
): Promise<SharedAnswer | undefined> {
  const { isValid, isFresh } = requester.acceptance
  const isNew = isLatest(requester, stored)
  if (!isNew && isForced(requester)) return undefined
  const shared = (await redisAnswers.read(requester.key))?.shared
  if (!shared || !isValid(shared.entry)) return undefined
  return isNew || isFresh(shared.entry) ? shared : undefined
}

function findFailure(requester: Requester, stored: StoredResult): FailedAsk | undefined {
  try {
    const { failure, isSoForNow: isCacheable } = failedAskShape.parse(JSON.parse(stored.text))
    const mayServe = isLatest(requester, stored) || (isCacheable && requester.acceptance.maxAgeMs === undefined)
    return mayServe ? { failure, isCacheable } : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the result is newer than the request, or from a forced ask so recent that the request need not be forced
 * again.
 */
function isLatest(requester: Requester, { ageMs, forcedAgoMs }: StoredResult): boolean {
  return ageMs < requester.waitedMs || (isForced(requester) && forcedAgoMs <= forcedTtlMs)
}

function isForced({ acceptance }: Pick<Requester, 'acceptance'>): boolean {
  return acceptance.maxAgeMs === 0
}

/** Stores a failure and publishes it, in one step. `forcedTookMs` is the duration of the ask if it was forced. */
export async function storeFailure(
  redis: Pick<RedisClient, 'run'>,
  key: string,
  { failure, isCacheable }: FailedAsk,
  { channel, message, forcedTookMs }: PublishArgs & { readonly forcedTookMs: number | undefined },
): Promise<void> {
  const args = [
    JSON.stringify({ failure, isSoForNow: isCacheable }),
    forcedTookMs ?? '',
    failureTtlMs,
    channel,
    message,
  ]
  await redis.run((commands) => commands.eval(failScript, 1, failureKey(key), ...args))
}

function failureKey(key: string): string {
  return `${keyPrefix}failure:${key}`
}
