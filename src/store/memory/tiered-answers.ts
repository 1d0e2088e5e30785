// A two-level cache of answers: memory, then disk.
import { createSingleFlight } from '../../async/single-flight.ts'
import type { NextSlice } from '../../async/time-slices.ts'
import { describeSystemError } from '../../observability/error-message.ts'
import type { Logger } from '../../observability/log.ts'
import type { AnswerEntry, SyncAnswerCache } from '../../upstream/cache/answer-entry.ts'
import type { AnswerStorage } from '../answers/answer-storage.ts'
import { createMemoryBudget, type MemoryCache } from './memory-budget.ts'
import { readEntry, type SerializedEntry, serializeEntry } from './serialized-entry.ts'

/** Bytes of an answer besides its JSON and the characters of its key: objects and map entries. */
const entryOverhead = 600

/** For a service without a disk. */
export const noDisk: AnswerStorage = {
  readAnswer: async () => undefined,
  writeAnswer: () => undefined,
  removeAnswer: () => undefined,
}

export interface TieredAnswersOptions {
  readonly memory: MemoryCache<SerializedEntry>
  readonly disk: AnswerStorage
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  /** A search reads a hundred answers at once; each is parsed in its time slice. Default: all at once. */
  readonly nextSlice?: NextSlice | undefined
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Creates a cache with recent answers in memory and all that fit on the disk. Writes are not awaited: an answer is served from memory at
 * once. Answers from the disk are marked as unvalidated. No method rejects.
 */
export function createTieredAnswers({ memory, disk, epochMs, nextSlice, log }: TieredAnswersOptions): SyncAnswerCache {
  /** Callers share a running read until something is stored under its key. */
  const reads = createSingleFlight<AnswerEntry | undefined>()
  const read = (key: string): Promise<AnswerEntry | undefined> =>
    (reads.current(key) ?? reads.start(key, (outdated) => readDisk(key, outdated))).result
  let hasWarned = false

  async function readDisk(key: string, outdated: AbortSignal): Promise<AnswerEntry | undefined> {
    const stored = await disk.readAnswer(key)
    if (stored) await nextSlice?.()
    // An answer stored in the meantime is newer, even if memory had no room for it.
    const newer = memory.peek(key)
    if (newer !== undefined) return newer
    if (outdated.aborted) return await read(key)
    if (stored === undefined) return undefined
    try {
      const cached = readEntry(stored.json, stored.at)
      memory.set(key, cached, bytesOf(key, cached), stored.until)
      return cached
    } catch (error) {
      const why = describeSystemError(error)
      if (!hasWarned) log.warn(`an answer in DATA_DIR cannot be read (${why}); treating such answers as missing`)
      hasWarned = true
      return undefined
    }
  }

  function remove(key: string): void {
    memory.delete(key)
    disk.removeAnswer(key)
  }

  return {
    peek: memory.peek,
    async get(key) {
      const cached = memory.get(key)
      if (cached && !cached.isParsed()) await nextSlice?.()
      return memory.peek(key) ?? cached ?? (await read(key))
    },
    async set(key, answer, forMs) {
      reads.abandon(key)
      const cached = forMs > 0 ? trySerialize(answer, log) : undefined
      if (!cached) return remove(key)
      // An operator's source may return any number; the database takes integers.
      const until = Math.min(Math.ceil(epochMs() + forMs), Number.MAX_SAFE_INTEGER)
      memory.set(key, cached, bytesOf(key, cached), until)
      disk.writeAnswer(key, { at: cached.at, until, json: cached.json })
    },
  }
}

/** Creates a cache with at most about `maxBytes` in memory, and no disk. */
export function createMemoryAnswers(maxBytes: number, epochMs: () => number): SyncAnswerCache {
  const memory = createMemoryBudget(maxBytes, epochMs).createCache<SerializedEntry>()
  return createTieredAnswers({ memory, disk: noDisk, epochMs, log: console })
}

function trySerialize(answer: AnswerEntry, log: TieredAnswersOptions['log']): SerializedEntry | undefined {
  try {
    return serializeEntry(answer)
  } catch (error) {
    log.warn({ err: error }, 'an answer cannot be serialized as JSON; it is not cached')
    return undefined
  }
}

function bytesOf(key: string, { json }: SerializedEntry): number {
  return json.byteLength + 2 * key.length + entryOverhead
}
