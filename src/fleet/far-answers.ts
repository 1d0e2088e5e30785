// Answers in Redis: read, and written unless a later one is there.
import { z } from 'zod'
import type { Logger } from '../log.ts'
import { answerIn, bytesOf, failureShape, type SharedAnswer } from './answer-form.ts'
import type { Events } from './events.ts'
import { prefix } from './prefix.ts'
import type { RedisLine } from './redis.ts'

/** How an answer came to be. */
export interface Getting {
  /** Of the lease it was got with. */
  readonly fence: number
  /** How long getting it took, in milliseconds. */
  readonly tookMs: number
  /** Was it asked for whatever was kept? */
  readonly isForced: boolean
}

/** Answers in Redis. No call rejects, nor takes longer than the line does; undefined is that Redis cannot be used. */
export interface FarAnswers {
  read(key: string): Promise<{ readonly shared: SharedAnswer | undefined } | undefined>
  /** Writes an answer and tells of it, in one step; without `getting` it is one that Redis has lost. Gives the later one that stands in its place, or `kept`, as far as it can be kept. */
  write(key: string, shared: SharedAnswer, getting: Getting | undefined): Promise<SharedAnswer | 'kept' | undefined>
}

export interface FarAnswersParts {
  readonly line: Pick<RedisLine, 'ask'>
  readonly events: Pick<Events, 'announcement'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
}

/** Where the answer to a key is in Redis: a hash of its bytes `v`, when it was given by the clock of Redis `t`, its fence `f`, and what `h` says of how it was got. */
export function placeOf(key: string): string {
  return `${prefix}answer:${key}`
}

/** What replicas tell of an answer that they keep. */
export const answered = z.object({
  key: z.string(),
  /** Was somebody asked for it just now? Not when it is an older one that Redis had lost. */
  isNew: z.boolean(),
  /** Why it is only a part. */
  failure: failureShape.exactOptional(),
})

/**
 * By the clock of Redis, since those of replicas differ. An answer is kept when it was given later than the one that is there, and not with
 * an earlier lease; otherwise the reply is 0.
 */
const keepScript = `
local time = redis.call('TIME')
local given = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[2]
local there = redis.call('HMGET', KEYS[1], 'f', 't')
local fence = tonumber(ARGV[3])
if there[1] then
  local other = tonumber(there[1])
  if given < tonumber(there[2]) or (fence == 0 and given == tonumber(there[2])) or (fence > 0 and fence < other) then return 0 end
  fence = math.max(fence, other)
end
redis.call('HSET', KEYS[1], 'v', ARGV[1], 't', string.format('%.0f', given), 'f', string.format('%.0f', fence), 'h', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PUBLISH', ARGV[6], ARGV[7])
return 1`

const dayMs = 24 * 60 * 60_000
/** Those who wait for what is not kept at all have so long to take it. */
const leastMs = 10_000
/** A quarter of a second is enough for so much on any network; who wants more than that asks for himself. */
const mostBytes = 4 * 1024 * 1024

/** Makes what reads and writes them. */
export function createFarAnswers({ line, events, now, log }: FarAnswersParts): FarAnswers {
  const warned = new Set<string>()
  const warnOnce = (words: string, error?: unknown) => {
    if (!warned.has(words)) log.warn(error === undefined ? {} : { err: error }, words)
    warned.add(words)
  }
  const inBytes = (bytes: Buffer | null): SharedAnswer | undefined => {
    try {
      return bytes ? answerIn(bytes) : undefined
    } catch {
      warnOnce('an answer in Redis is not as replicas of this version write them; it is as good as not there')
      return undefined
    }
  }
  const written = (shared: SharedAnswer): Buffer | undefined => {
    try {
      return bytesOf(shared)
    } catch (error) {
      warnOnce('an answer cannot be written as JSON; other replicas do not get it', error)
      return undefined
    }
  }

  const read: FarAnswers['read'] = async (key) => {
    const there = await line.ask(async (redis) => ({ bytes: await redis.hgetBuffer(placeOf(key), 'v') }))
    return there && { shared: inBytes(there.bytes) }
  }

  return {
    read,
    async write(key, shared, getting) {
      const { at, failure } = shared.kept
      const bytes = written(shared)
      if (!bytes || bytes.length > mostBytes) return 'kept'
      const { channel, message } = events.announcement('answered', { key, isNew: getting !== undefined, failure })
      const ms = Math.ceil(Math.max(leastMs, Math.min(shared.forMs, dayMs)))
      const how = getting?.isForced ? getting.tookMs : ''
      const args = [bytes, Math.max(0, now() - at), getting?.fence ?? 0, how, ms, channel, message]
      const isKept = await line.ask(async (redis) => (await redis.eval(keepScript, 1, placeOf(key), ...args)) === 1)
      return isKept === false ? (await read(key))?.shared : isKept && 'kept'
    },
  }
}
