// Answers in Redis: encodes them, reads them, and writes them unless a later one is stored.

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { reason } from '../contract/reasons.ts'
import type { AnswerEntry } from '../upstream/cache/answer-entry.ts'
import { failureKinds } from '../upstream/errors.ts'
import { failureText } from '../upstream/text-limits.ts'
import { keyPrefix } from './key-prefix.ts'
import type { ReplicaContext } from './replica-context.ts'

/** An answer, and its time to live in milliseconds from when it was given. */
export interface SharedAnswer {
  readonly entry: AnswerEntry
  readonly forMs: number
}

/** How an answer was obtained. */
export interface FetchInfo {
  /** Fencing token of the lock with which it was obtained. */
  readonly fencingToken: number
  /** Duration of the ask in milliseconds. */
  readonly tookMs: number
  /** Whether the ask was forced, ignoring cached answers. */
  readonly isForced: boolean
}

export type RedisAnswers = ReturnType<typeof createRedisAnswers>

/** A failure of an ask, as replicas exchange it. */
export const failureShape = z.object({
  kind: z.enum(failureKinds),
  detail: z.string().transform(failureText),
  reason: reason.optional(),
})

const answerShape = z.object({
  at: z.number(),
  forMs: z.number(),
  items: z.array(z.unknown()),
  failure: failureShape.exactOptional(),
})

/** The message about a stored answer. */
export const answeredMessage = z.object({
  key: z.string(),
  /** True if an ask just ended; false if an older answer that Redis had lost was restored. */
  isNew: z.boolean(),
  /** The reason if it is partial. */
  failure: failureShape.exactOptional(),
})

/** The Redis key of an answer: a hash of bytes `v`, time `t`, fencing token `f`, and duration `h` if it was forced. */
export function answerKey(key: string): string {
  return `${keyPrefix}answer:${key}`
}

/** Stores an answer, by the clock of Redis, unless a newer one or one of a later lock is stored: then returns 0. */
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
const maxStoredBytes = 4 * 1024 * 1024
/** Larger than any answer that is stored, after decompression; other programs may write anything to Redis. */
const maxReadBytes = 64 * 1024 * 1024
/** Smaller bodies are not worth compressing. */
const minCompressedBytes = 1_024
/** Measured on answers of 14 KB: 0.05 ms on this thread, 0.3 ms of CPU in the thread pool. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** JSON, compressed if large enough. @throws if the answer cannot be written as JSON. */
function encodeAnswer({ entry: { at, items, failure }, forMs }: SharedAnswer): Buffer {
  const json = Buffer.from(JSON.stringify({ at, forMs, items, failure }))
  return json.length > minCompressedBytes ? zstdCompressSync(json, compression) : json
}

/** Decodes an answer; its items are not validated. @throws if it is malformed. */
function decodeAnswer(bytes: Buffer): SharedAnswer {
  const json = bytes[0] === 0x7b ? bytes : zstdDecompressSync(bytes, { maxOutputLength: maxReadBytes })
  const { forMs, ...entry } = answerShape.parse(JSON.parse(json.toString()))
  return { entry: { ...entry, isUnchecked: true }, forMs }
}

/** Creates access to the answers in Redis. Calls never reject and are bounded in time; undefined means that Redis is unavailable. */
export function createRedisAnswers(
  { redis, events, epochMs }: Pick<ReplicaContext, 'redis' | 'events' | 'epochMs'>,
  log: Pick<ReplicaContext['log'], 'warn'>,
) {
  const warned = new Set<string>()
  /** Runs `work`; if it throws, logs `words` once and returns undefined. */
  const orWarn = <T>(words: string, work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      if (!warned.has(words)) log.warn({ err: error }, words)
      warned.add(words)
      return undefined
    }
  }
  const readFormat = 'an answer in Redis has an unknown format; treating it as missing'
  const writeFormat = 'an answer cannot be written as JSON; it is not shared with other replicas'

  async function read(key: string): Promise<{ readonly shared: SharedAnswer | undefined } | undefined> {
    const stored = await redis.run(async (commands) => ({ bytes: await commands.hgetBuffer(answerKey(key), 'v') }))
    const bytes = stored?.bytes
    return stored && { shared: bytes ? orWarn(readFormat, () => decodeAnswer(bytes)) : undefined }
  }

  return {
    read,
    /**
     * Writes an answer and publishes it in one step; without `fetchInfo` it is one that Redis has lost. Returns the
     * later answer that is stored instead, or `stored` if it was stored or is too large to be.
     */
    async write(
      key: string,
      shared: SharedAnswer,
      fetchInfo?: FetchInfo,
    ): Promise<SharedAnswer | 'stored' | undefined> {
      const { at, failure } = shared.entry
      const bytes = orWarn(writeFormat, () => encodeAnswer(shared))
      if (!bytes || bytes.length > maxStoredBytes) return 'stored'
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
