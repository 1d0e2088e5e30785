// Answers shared by all replicas: cached in memory here, then in Redis, then on the local disk.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { createSingleFlight } from '../async/single-flight.ts'
import { reason } from '../contract/reasons.ts'
import type { AnswerEntry, SyncAnswerCache } from '../upstream/cache/answer-entry.ts'
import { failureKinds } from '../upstream/errors.ts'
import { failureText } from '../upstream/text-limits.ts'
import { keyPrefix } from './key-prefix.ts'
import { type ReplicaContext, readClock } from './replica-context.ts'

/** An answer, and its time to live in milliseconds from when it was given. */
interface SharedAnswer {
  readonly entry: AnswerEntry
  readonly forMs: number
}

/** The lock under which an ask is made. */
export interface AskLock {
  readonly token: string
  /** In epoch milliseconds by the clock of Redis. */
  readonly lockedAt: number
  /** The duration of the ask so far in milliseconds, if it is forced: ignores cached answers. */
  forcedMs(): number | undefined
}

export type SharedAnswers = ReturnType<typeof createSharedAnswers>

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

/** The message about a stored answer; `isNew` if an ask ended, else an answer was restored that Redis had lost. */
export const answeredMessage = z.object({ key: z.string(), isNew: z.boolean(), failure: failureShape.exactOptional() })

/** The Redis keys of an answer (a hash, see the script), of the failure after it, and of the lock for asking. */
export function redisKeysOf(key: string): [answer: string, failure: string, lock: string] {
  return [`${keyPrefix}answer:${key}`, `${keyPrefix}failure:${key}`, `${keyPrefix}lock:${key}`]
}

/**
 * Stores an answer and ends the lock of its ask, unless an answer is stored that is newer than the start of that ask: then a replica was paused
 * for so long that another one asked too. Fields: bytes `v`, its time `a` by the clock of its replica and `t` by that of Redis, and the duration
 * `h` of a forced ask.
 */
const storeScript = `${readClock}
local given = now - ARGV[3]
local stored = redis.call('HGET', KEYS[1], 't')
if redis.call('GET', KEYS[3]) == ARGV[6] then redis.call('DEL', KEYS[3]) end
if stored and tonumber(stored) > (tonumber(ARGV[7]) or given) then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[1], 'a', ARGV[2], 't', string.format('%.0f', given), 'h', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('DEL', KEYS[2])
redis.call('PUBLISH', ARGV[8], ARGV[9])
return 1`

const dayMs = 24 * 60 * 60_000
/** Minimum time to live, so that waiting replicas can read an answer that is not cached at all. */
const minTtlMs = 10_000
/** Time to live of an answer that is restored to Redis, because its original one is unknown here. */
const restoredTtlMs = 60 * 60_000
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

type AnswersContext = Pick<ReplicaContext, 'redis' | 'events' | 'epochMs' | 'log'>

/** Creates access to the answers in Redis. Calls never reject and are bounded in time. */
function createStoredAnswers({ redis, events, epochMs, log }: AnswersContext) {
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
  async function read(key: string): Promise<SharedAnswer | undefined> {
    const bytes = await redis.run((commands) => commands.hgetBuffer(redisKeysOf(key)[0], 'v'))
    const words = 'an answer in Redis has an unknown format; treating it as missing'
    return bytes ? orWarn(words, () => decodeAnswer(bytes)) : undefined
  }
  return {
    read,
    /**
     * Writes an answer and publishes it in one step; without a lock it is one that Redis has lost. Returns the newer answer that is stored
     * instead, or whether it was stored or is too large to be.
     */
    async write(key: string, shared: SharedAnswer, lock?: Partial<AskLock>): Promise<SharedAnswer | boolean> {
      const { at, failure } = shared.entry
      const words = 'an answer cannot be written as JSON; it is not shared with other replicas'
      const bytes = orWarn(words, () => encodeAnswer(shared))
      if (!bytes || bytes.length > maxStoredBytes) return true
      const { channel, message } = events.publishArgs('answered', { key, isNew: lock !== undefined, failure })
      const ttlMs = Math.ceil(Math.max(minTtlMs, Math.min(shared.forMs, dayMs)))
      const time = [at, Math.max(0, epochMs() - at), lock?.forcedMs?.() ?? '', ttlMs]
      const args = [bytes, ...time, lock?.token ?? '', lock?.lockedAt ?? '', channel, message]
      const stored = await redis.run((commands) => commands.eval(storeScript, 3, ...redisKeysOf(key), ...args))
      return stored === 0 ? ((await read(key)) ?? false) : stored === 1
    },
  }
}

/** Creates the shared answers over the cache of this replica. Calls never reject, and are bounded in time. */
export function createSharedAnswers(context: AnswersContext, local: SyncAnswerCache) {
  const { redis, epochMs } = context
  const stored = createStoredAnswers(context)
  const current = createUpToDateSet(context)
  /** Callers share a running read until its key is invalidated. */
  const reads = createSingleFlight<AnswerEntry | undefined>()
  const read = (key: string): Promise<AnswerEntry | undefined> =>
    (reads.current(key) ?? reads.start(key, (outdated) => readRedis(key, outdated))).result

  async function readRedis(key: string, outdated: AbortSignal): Promise<AnswerEntry | undefined> {
    const remote = await stored.read(key)
    if (outdated.aborted) return read(key)
    const own = local.peek(key) ?? (remote ? undefined : await local.get(key))
    if (remote && (!own || own.at < remote.entry.at)) return adopt(key, remote)
    if (own && own.at !== remote?.entry.at) return (await publish(key, { entry: own, forMs: restoredTtlMs })) ?? own
    current.add(own)
    return own
  }

  async function adopt(key: string, { entry, forMs }: SharedAnswer): Promise<AnswerEntry> {
    const leftMs = entry.at + forMs - epochMs()
    // The entry is in memory at once; it is marked before another can replace it.
    if (leftMs > 0) await Promise.all([local.set(key, entry, leftMs), current.add(local.peek(key))])
    return entry
  }

  async function publish(key: string, shared: SharedAnswer, lock?: Partial<AskLock>): Promise<AnswerEntry | undefined> {
    const own = local.peek(key)
    // Prevents further lookups while the write runs.
    current.add(own)
    const result = await stored.write(key, shared, lock)
    if (result === true) return undefined
    current.delete(own)
    return result === false ? undefined : adopt(key, result)
  }

  /** Stores the answer of an ask. Resolves to the newer answer that is stored instead, if there is one. */
  async function store(key: string, shared: SharedAnswer, lock: Partial<AskLock>): Promise<AnswerEntry | undefined> {
    reads.abandon(key)
    const [, newer] = await Promise.all([local.set(key, shared.entry, shared.forMs), publish(key, shared, lock)])
    return newer
  }

  return {
    store,
    /** Reads an answer from Redis; undefined if there is none. */
    read: stored.read,
    /** Adopts an answer from Redis. */
    adopt,
    get: (key: string) => (current.has(local.peek(key)) || !redis.isUp() ? local.get(key) : read(key)),
    set: async (key: string, entry: AnswerEntry, forMs: number) => void (await store(key, { entry, forMs }, {})),
    /** Marks the local answer of a key as possibly older than the one in Redis. */
    invalidate(key: string) {
      reads.abandon(key)
      current.delete(local.peek(key))
    },
  }
}

/** Tracks which answers in memory equal those in Redis; emptied after a gap in the messages. */
function createUpToDateSet({ events }: AnswersContext) {
  let current = new WeakSet<AnswerEntry>()
  events.onMissedMessages(() => {
    current = new WeakSet()
  })
  return {
    has: (entry: AnswerEntry | undefined) => entry !== undefined && current.has(entry),
    add: (entry: AnswerEntry | undefined) => void (entry && current.add(entry)),
    delete: (entry: AnswerEntry | undefined) => void (entry && current.delete(entry)),
  }
}
