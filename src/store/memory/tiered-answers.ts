// A two-level cache of answers: memory, then disk.
import { z } from 'zod'
import { describeSystemError } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import type { AnswerEntry, SyncAnswerCache } from '../../upstream/cache/answer-entry.ts'
import type { FailureKind } from '../../upstream/errors.ts'
import type { StoredAnswer, TrawlDb } from '../trawl-db/client.ts'
import { weightOf } from './memory-answers.ts'
import type { Weight, WeightedCache } from './weighted-cache.ts'

/** Cost of an answer that is on the disk, in milliseconds. */
const reloadMs = 5

export interface TieredAnswersOptions {
  readonly memory: WeightedCache<AnswerEntry>
  readonly disk: Pick<TrawlDb, 'readAnswer' | 'writeAnswer' | 'removeAnswer'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Creates a cache with recent answers in memory and all that fit on the disk. Writes are not awaited: an answer is served from memory at
 * once. Answers from the disk are marked as unvalidated. No method rejects.
 */
export function createTieredAnswers({ memory, disk, epochMs, log }: TieredAnswersOptions): SyncAnswerCache {
  const reads = shareReads(read)
  let hasWarned = false

  function warnOnce(error: unknown): void {
    if (hasWarned) return
    hasWarned = true
    const why = describeSystemError(error)
    log.warn(`an answer in DATA_DIR cannot be read (${why}); treating such answers as missing`)
  }

  /** Reads from the disk; `isLatest` tells whether nothing was stored since. */
  async function read(key: string, isLatest: () => boolean): Promise<AnswerEntry | undefined> {
    const stored = await disk.readAnswer(key)
    // An answer stored in the meantime is newer, even if memory had no room for it.
    const newer = memory.peek(key)
    if (newer !== undefined) return newer
    if (!isLatest()) return await reads.read(key)
    if (stored === undefined) return undefined
    const cached = parsed(stored, warnOnce)
    if (cached !== undefined) memory.set(key, cached, weightOf(key, cached, reloadMs), stored.until)
    return cached
  }

  async function write(key: string, cached: AnswerEntry, { bytes }: Weight, until: number): Promise<void> {
    const json = jsonOf(cached)
    const isWritten = await disk.writeAnswer(key, { at: cached.at, until, json })
    // Freed at once: the garbage collector would keep thousands of unused buffers for long.
    if (isWritten) json.buffer.transfer(0)
    // The answer is now cheap to reload, unless it was replaced.
    if (isWritten && memory.peek(key) === cached) memory.set(key, cached, { bytes, costMs: reloadMs }, until)
  }

  return {
    peek: memory.peek,
    async get(key) {
      return memory.get(key) ?? (await reads.read(key))
    },
    async set(key, cached, forMs) {
      reads.invalidate(key)
      // An operator's source may return any number; the database takes integers.
      const until = Math.min(Math.ceil(epochMs() + forMs), Number.MAX_SAFE_INTEGER)
      if (forMs <= 0) {
        memory.delete(key)
        void disk.removeAnswer(key)
        return
      }
      const weight = weightOf(key, cached)
      memory.set(key, cached, weight, until)
      void write(key, cached, weight, until).catch((error: unknown) => {
        log.warn({ err: error }, 'an answer cannot be serialized as JSON; it is cached in memory only')
        void disk.removeAnswer(key)
      })
    },
  }
}

/** Single flight for reads: concurrent reads of a key share one, until it is invalidated. `isLatest` tells whether it was not. */
function shareReads<Value>(read: (key: string, isLatest: () => boolean) => Promise<Value>) {
  const reading = new Map<string, Promise<Value>>()
  return {
    read(key: string): Promise<Value> {
      const known = reading.get(key)
      if (known !== undefined) return known
      const underWay: Promise<Value> = read(key, () => reading.get(key) === underWay).finally(() => {
        if (reading.get(key) === underWay) reading.delete(key)
      })
      reading.set(key, underWay)
      return underWay
    },
    invalidate: (key: string) => void reading.delete(key),
  }
}

const failureKinds: Readonly<Record<FailureKind, FailureKind>> = {
  timeout: 'timeout',
  network: 'network',
  unavailable: 'unavailable',
  blocked: 'blocked',
  mismatch: 'mismatch',
  open: 'open',
}

/** The JSON of an answer. Items are validated by their source. */
const answerSchema = z.object({
  items: z.array(z.unknown()),
  failure: z.object({ kind: z.enum(failureKinds), detail: z.string() }).exactOptional(),
})

function jsonOf({ items, failure }: AnswerEntry): Uint8Array<ArrayBuffer> {
  // Not from Buffer's pool, because the buffer is transferred to another thread.
  return new TextEncoder().encode(JSON.stringify({ items, failure }))
}

function parsed({ at, json }: StoredAnswer, unread: (error: unknown) => void): AnswerEntry | undefined {
  try {
    return {
      ...answerSchema.parse(JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString())),
      at,
      isUnchecked: true,
    }
  } catch (error) {
    unread(error)
    return undefined
  }
}
