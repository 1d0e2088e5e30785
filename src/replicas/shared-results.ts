// Results that other replicas stored in Redis, and the choice of one that serves a caller.
import { z } from 'zod'
import type { Acceptance, SharedResult } from '../upstream/ask/coordination.ts'
import type { Failure } from '../upstream/source.ts'
import { tryJson } from '../upstream/try-json.ts'
import { keyPrefix } from './key-prefix.ts'
import type { Locks } from './locks.ts'
import { answerKey, failureShape, type RedisAnswers, type SharedAnswer } from './redis-answers.ts'
import { type ReplicaContext, readClock } from './replica-context.ts'

import type { SharedAnswers } from './shared-answers.ts'

export interface SingleFlightContext extends Pick<ReplicaContext, 'redis' | 'events' | 'epochMs'> {
  readonly locks: Locks
  readonly redisAnswers: RedisAnswers
  readonly answers: SharedAnswers
}

/** A caller that asks, or waits for another replica that does. */
export interface Requester {
  readonly key: string
  readonly acceptance: Acceptance
  /** Time since the request, in milliseconds, at the time of the lookup. */
  readonly waitedMs: number
}

interface FailedAsk {
  readonly failure: Failure
  readonly isCacheable: boolean
}

/** After a forced ask, further forced asks within this time get its result. */
const forcedTtlMs = 10_000

/** How long a failure is stored, for waiting replicas and further callers. */
const failureTtlMs = 30_000

/** Allows for results that are stored during the lookup. */
const slackMs = 1_000

/** For answer and failure, if young enough: age in milliseconds, duration if forced, and the failure's text. */
const lookupScript = `${readClock}
local found = {}
for at, key in ipairs(KEYS) do
  local there = redis.call('HMGET', key, 't', 'h', at == 2 and 'v' or 'h')
  local age = there[1] and math.max(0, now - tonumber(there[1]))
  found[at] = {}
  if age and age <= tonumber(ARGV[1]) then found[at] = { string.format('%.0f', age), there[2] or '', there[3] or '' } end
end
return found`

const failScript = `${readClock}
redis.call('HSET', KEYS[1], 'v', ARGV[1], 't', string.format('%.0f', now), 'h', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1`

/** The failure of an ask, as it is stored, and as it is published. */
const failedAskShape = z.object({ failure: failureShape, isSoForNow: z.boolean() })
export const failedMessage = failedAskShape.extend({ key: z.string() })

const lookupReply = z.array(z.array(z.string()))

interface StoredResult {
  readonly text: string
  readonly ageMs: number
  /** Time since the forced ask began, in milliseconds; infinite if it was not forced. */
  readonly forcedAgoMs: number
}

/** Finds a stored result for the caller: the latest for a forced ask, else an answer rather than a failure. */
export async function findSharedResult(
  requester: Requester,
  { redis, redisAnswers, answers }: SingleFlightContext,
): Promise<SharedResult | undefined> {
  const [answer, failure] = await lookup(requester, redis)
  const storedFailure = failure && findFailure(requester, failure)
  if (storedFailure && (!answer || (isForced(requester) && failure.ageMs < answer.ageMs))) return storedFailure
  const shared = answer && (await findAnswer(requester, answer, redisAnswers))
  if (!shared) return storedFailure
  return { entry: await answers.adopt(requester.key, shared), isNew: answer.ageMs < requester.waitedMs }
}

async function lookup({ key, acceptance, waitedMs }: Requester, redis: ReplicaContext['redis']) {
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
  redisAnswers: SingleFlightContext['redisAnswers'],
): Promise<SharedAnswer | undefined> {
  const { isValid, isFresh } = requester.acceptance
  const isNew = isLatest(requester, stored)
  if (!isNew && isForced(requester)) return undefined
  const shared = (await redisAnswers.read(requester.key))?.shared
  if (!shared || !isValid(shared.entry)) return undefined
  return isNew || isFresh(shared.entry) ? shared : undefined
}

function findFailure(requester: Requester, stored: StoredResult): FailedAsk | undefined {
  const { data } = failedAskShape.safeParse(tryJson(stored.text))
  if (!data) return undefined
  const { failure, isSoForNow: isCacheable } = data
  const mayServe = isLatest(requester, stored) || (isCacheable && requester.acceptance.maxAgeMs === undefined)
  return mayServe ? { failure, isCacheable } : undefined
}

/** Whether it is newer than the request, or from a forced ask so recent that no other forced one is needed. */
function isLatest(requester: Requester, { ageMs, forcedAgoMs }: StoredResult): boolean {
  return ageMs < requester.waitedMs || (isForced(requester) && forcedAgoMs <= forcedTtlMs)
}

function isForced({ acceptance }: Pick<Requester, 'acceptance'>): boolean {
  return acceptance.maxAgeMs === 0
}

/** Stores a failure and publishes it, in one step. `forcedTookMs` is the duration of the ask if it was forced. */
export function storeFailure(
  key: string,
  { failure, isCacheable }: FailedAsk,
  forcedTookMs: number | undefined,
  { redis, events }: SingleFlightContext,
): void {
  const stored = { failure, isSoForNow: isCacheable }
  const { channel, message } = events.publishArgs('failed', { key, ...stored })
  const args = [JSON.stringify(stored), forcedTookMs ?? '', failureTtlMs, channel, message]
  void redis.run((commands) => commands.eval(failScript, 1, failureKey(key), ...args))
}

function failureKey(key: string): string {
  return `${keyPrefix}failure:${key}`
}
