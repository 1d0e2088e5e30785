// Answers in Redis: reads them, and writes them unless a later one is stored.
import { z } from 'zod'
import type { Logger } from '../observability/log.ts'
import { decodeAnswer, encodeAnswer, failureShape, type SharedAnswer } from './answer-codec.ts'
import { keyPrefix } from './key-prefix.ts'
import type { PubSub } from './pubsub.ts'
import type { RedisClient } from './redis-client.ts'

/** How an answer was obtained. */
export interface FetchInfo {
  /** Fencing token of the lock with which it was obtained. */
  readonly fencingToken: number
  /** Duration of the ask in milliseconds. */
  readonly tookMs: number
  /** Whether the ask was forced, ignoring cached answers. */
  readonly isForced: boolean
}

/** Answers in Redis. Calls never reject and are bounded in time; undefined means that Redis is unavailable. */
export interface RedisAnswers {
  read(key: string): Promise<{ readonly shared: SharedAnswer | undefined } | undefined>
  /**
   * Writes an answer and publishes it in one step; without `fetchInfo` it is one that Redis has lost. Returns the later
   * answer that is stored instead, or `stored` if it was stored or is too large to be.
   */
  write(
    key: string,
    shared: SharedAnswer,
    fetchInfo: FetchInfo | undefined,
  ): Promise<SharedAnswer | 'stored' | undefined>
}

export interface RedisAnswersDeps {
  readonly redis: Pick<RedisClient, 'run'>
  readonly events: Pick<PubSub, 'publishArgs'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly log: Pick<Logger, 'warn'>
}

/**
 * The Redis key of an answer: a hash with its bytes `v`, its time by the clock of Redis `t`, its fencing token `f`, and
 * in `h` the duration of a forced ask.
 */
export function answerKey(key: string): string {
  return `${keyPrefix}answer:${key}`
}

/** The message about a stored answer. */
export const answeredMessage = z.object({
  key: z.string(),
  /** True if an ask just ended; false if an older answer that Redis had lost was restored. */
  isNew: z.boolean(),
  /** The reason if it is partial. */
  failure: failureShape.exactOptional(),
})

/**
 * Uses the clock of Redis, because those of replicas differ. An answer is stored if it is newer than the stored one and
 * its lock is not older; else the script returns 0.
 */
const storeScript = `
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
/** Minimum time to live, so that waiting replicas can read an answer that is not cached at all. */
const minTtlMs = 10_000
/** Fits into the time limit of a call on any network; larger answers are not shared. */
const maxBytes = 4 * 1024 * 1024

/** Creates access to the answers in Redis. */
export function createRedisAnswers({ redis, events, epochMs, log }: RedisAnswersDeps): RedisAnswers {
  const warned = new Set<string>()
  const warnOnce = (words: string, error?: unknown) => {
    if (!warned.has(words)) log.warn(error === undefined ? {} : { err: error }, words)
    warned.add(words)
  }
  const decode = (bytes: Buffer | null): SharedAnswer | undefined => {
    try {
      return bytes ? decodeAnswer(bytes) : undefined
    } catch {
      warnOnce('an answer in Redis has an unknown format; treating it as missing')
      return undefined
    }
  }
  const encode = (shared: SharedAnswer): Buffer | undefined => {
    try {
      return encodeAnswer(shared)
    } catch (error) {
      warnOnce('an answer cannot be written as JSON; it is not shared with other replicas', error)
      return undefined
    }
  }

  const read: RedisAnswers['read'] = async (key) => {
    const stored = await redis.run(async (commands) => ({ bytes: await commands.hgetBuffer(answerKey(key), 'v') }))
    return stored && { shared: decode(stored.bytes) }
  }

  return {
    read,
    async write(key, shared, fetchInfo) {
      const { at, failure } = shared.entry
      const bytes = encode(shared)
      if (!bytes || bytes.length > maxBytes) return 'stored'
      const { channel, message } = events.publishArgs('answered', { key, isNew: fetchInfo !== undefined, failure })
      const ms = Math.ceil(Math.max(minTtlMs, Math.min(shared.forMs, dayMs)))
      const how = fetchInfo?.isForced ? fetchInfo.tookMs : ''
      const args = [bytes, Math.max(0, epochMs() - at), fetchInfo?.fencingToken ?? 0, how, ms, channel, message]
      const isStored = await redis.run(
        async (commands) => (await commands.eval(storeScript, 1, answerKey(key), ...args)) === 1,
      )
      return isStored === false ? (await read(key))?.shared : isStored && 'stored'
    },
  }
}
