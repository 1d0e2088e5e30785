// Results that other replicas stored in Redis, and the choice of one that serves a caller.
import { z } from 'zod'
import type { Told, Wanted } from '../upstream/others.ts'
import type { Failure } from '../upstream/source.ts'
import { failureShape, type SharedAnswer } from './answer-form.ts'
import type { Announcement } from './events.ts'
import { type FarAnswers, placeOf } from './far-answers.ts'
import { prefix } from './prefix.ts'
import type { RedisLine } from './redis.ts'
import type { SharedAnswers } from './shared-answers.ts'

/** A caller that asks, or waits for another replica that does. */
export interface Asker {
  readonly key: string
  readonly wanted: Wanted
  /** Time since the request, in milliseconds, at the time of the lookup. */
  readonly waitedMs: number
}

/** Why an ask failed. */
export interface FailedAsk {
  readonly failure: Failure
  readonly isSoForNow: boolean
}

/** After a forced ask, further forced asks within this time get its result. */
const forcedMs = 10_000

/** How long a failure is stored, for waiting replicas and further callers. */
const failureMs = 30_000

/** Allows for results that are stored during the lookup. */
const slackMs = 1_000

/**
 * For the answer and the failure, if younger than the limit: age in milliseconds, duration if forced, and for the
 * failure its text.
 */
const lookScript = `
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
export const failedAsk = z.object({ failure: failureShape, isSoForNow: z.boolean() })

const looked = z.array(z.array(z.string()))

interface Left {
  readonly text: string
  readonly ageMs: number
  /** Time since the forced ask began, in milliseconds; infinite if it was not forced. */
  readonly forcedAgoMs: number
}

export interface LookParts {
  readonly line: Pick<RedisLine, 'ask'>
  readonly far: Pick<FarAnswers, 'read'>
  readonly answers: Pick<SharedAnswers, 'take'>
}

/**
 * Finds a stored result that serves the caller: for a forced ask the latest, else an answer rather than a failure.
 * Undefined while Redis is unavailable.
 */
export async function leftFor(asker: Asker, { line, far, answers }: LookParts): Promise<Told | undefined> {
  const [answer, failure] = await look(asker, line)
  const why = failure && failureFor(asker, failure)
  if (why && (!answer || (isForced(asker) && failure.ageMs < answer.ageMs))) return why
  const shared = answer && (await answerFor(asker, answer, far))
  if (!shared) return why
  return { kept: await answers.take(asker.key, shared), isNew: answer.ageMs < asker.waitedMs }
}

async function look({ key, wanted, waitedMs }: Asker, line: Pick<RedisLine, 'ask'>) {
  const reachMs = Math.max(wanted.maxAgeMs === 0 ? forcedMs : wanted.mostMs, waitedMs + slackMs)
  const withinMs = Math.min(Math.ceil(reachMs), Number.MAX_SAFE_INTEGER)
  const found = await line.ask(async (commands) =>
    looked.parse(await commands.eval(lookScript, 2, placeOf(key), failurePlaceOf(key), withinMs)),
  )
  return found?.map(leftIn) ?? []
}

function leftIn([age, tookMs, text]: readonly string[]): Left | undefined {
  if (age === undefined || tookMs === undefined || text === undefined) return undefined
  const ageMs = Number(age)
  return { text, ageMs, forcedAgoMs: tookMs === '' ? Number.POSITIVE_INFINITY : ageMs + Number(tookMs) }
}

/** Reads the answer only if its age fits, because it may be large. */
async function answerFor(asker: Asker, left: Left, far: Pick<FarAnswers, 'read'>): Promise<SharedAnswer | undefined> {
  const { isFit, isYoung } = asker.wanted
  const isNew = isLatest(asker, left)
  if (!isNew && isForced(asker)) return undefined
  const shared = (await far.read(asker.key))?.shared
  if (!shared || !isFit(shared.kept)) return undefined
  return isNew || isYoung(shared.kept) ? shared : undefined
}

function failureFor(asker: Asker, left: Left): FailedAsk | undefined {
  try {
    const { failure, isSoForNow } = failedAsk.parse(JSON.parse(left.text))
    const mayServe = isLatest(asker, left) || (isSoForNow && asker.wanted.maxAgeMs === undefined)
    return mayServe ? { failure, isSoForNow } : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the result is newer than the request, or from a forced ask so recent that the request need not be forced
 * again.
 */
function isLatest(asker: Asker, { ageMs, forcedAgoMs }: Left): boolean {
  return ageMs < asker.waitedMs || (isForced(asker) && forcedAgoMs <= forcedMs)
}

function isForced({ wanted }: Pick<Asker, 'wanted'>): boolean {
  return wanted.maxAgeMs === 0
}

/** Stores a failure and publishes it, in one step. `forcedTookMs` is the duration of the ask if it was forced. */
export async function leaveFailure(
  line: Pick<RedisLine, 'ask'>,
  key: string,
  { failure, isSoForNow }: FailedAsk,
  { channel, message, forcedTookMs }: Announcement & { readonly forcedTookMs: number | undefined },
): Promise<void> {
  const args = [JSON.stringify({ failure, isSoForNow }), forcedTookMs ?? '', failureMs, channel, message]
  await line.ask((commands) => commands.eval(failScript, 1, failurePlaceOf(key), ...args))
}

function failurePlaceOf(key: string): string {
  return `${prefix}failure:${key}`
}
