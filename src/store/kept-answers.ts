// A two-level cache of answers: memory, then disk.
import { z } from 'zod'
import type { Logger } from '../log.ts'
import type { FailureKind } from '../upstream/errors.ts'
import type { AnswersAtHand, Kept } from '../upstream/kept.ts'
import type { Held, Weight } from './budget.ts'
import type { Disk, StoredAnswer } from './disk.ts'
import { weightOf } from './memory-answers.ts'
import { reasonOf } from './reason-of.ts'

/** Cost of an answer that is on the disk, in milliseconds. */
const readAgainMs = 5

/** The two levels. */
export interface KeptAnswersParts {
  readonly memory: Held<Kept>
  readonly disk: Pick<Disk, 'readAnswer' | 'writeAnswer' | 'removeAnswer'>
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Creates a cache with recent answers in memory and all that fit on the disk. Writes are not awaited: an answer is served from memory at
 * once. Answers from the disk are marked as unvalidated. No method rejects.
 */
export function createKeptAnswers({ memory, disk, epochMs, log }: KeptAnswersParts): AnswersAtHand {
  const reads = shareReads(read)
  let hasWarned = false

  function warnOnce(error: unknown): void {
    if (hasWarned) return
    hasWarned = true
    const why = reasonOf(error)
    log.warn(`an answer in DATA_DIR cannot be read (${why}); treating such answers as missing`)
  }

  /** Reads from the disk; `isLatest` tells whether nothing was stored since. */
  async function read(key: string, isLatest: () => boolean): Promise<Kept | undefined> {
    const stored = await disk.readAnswer(key)
    // An answer stored in the meantime is newer, even if memory had no room for it.
    const newer = memory.peek(key)
    if (newer !== undefined) return newer
    if (!isLatest()) return await reads.read(key)
    if (stored === undefined) return undefined
    const kept = parsed(stored, warnOnce)
    if (kept !== undefined) memory.set(key, kept, weightOf(key, kept, readAgainMs), stored.until)
    return kept
  }

  async function write(key: string, kept: Kept, { bytes }: Weight, until: number): Promise<void> {
    const json = jsonOf(kept)
    const isWritten = await disk.writeAnswer(key, { at: kept.at, until, json })
    // Freed at once: the garbage collector would keep thousands of unused buffers for long.
    if (isWritten) json.buffer.transfer(0)
    // The answer is now cheap to reload, unless it was replaced.
    if (isWritten && memory.peek(key) === kept) memory.set(key, kept, { bytes, remakeMs: readAgainMs }, until)
  }

  return {
    peek: memory.peek,
    async get(key) {
      return memory.get(key) ?? (await reads.read(key))
    },
    async set(key, kept, forMs) {
      reads.outdate(key)
      // An operator's source may return any number; the database takes integers.
      const until = Math.min(Math.ceil(epochMs() + forMs), Number.MAX_SAFE_INTEGER)
      if (forMs <= 0) {
        memory.delete(key)
        void disk.removeAnswer(key)
        return
      }
      const weight = weightOf(key, kept)
      memory.set(key, kept, weight, until)
      void write(key, kept, weight, until).catch((error: unknown) => {
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
    outdate: (key: string) => void reading.delete(key),
  }
}

const kinds: Readonly<Record<FailureKind, FailureKind>> = {
  timeout: 'timeout',
  network: 'network',
  unavailable: 'unavailable',
  blocked: 'blocked',
  mismatch: 'mismatch',
  open: 'open',
}

/** The JSON of an answer. Items are validated by their source. */
const shape = z.object({
  items: z.array(z.unknown()),
  failure: z.object({ kind: z.enum(kinds), detail: z.string() }).exactOptional(),
})

function jsonOf({ items, failure }: Kept): Uint8Array<ArrayBuffer> {
  // Not from Buffer's pool, because the buffer is transferred to another thread.
  return new TextEncoder().encode(JSON.stringify({ items, failure }))
}

function parsed({ at, json }: StoredAnswer, unread: (error: unknown) => void): Kept | undefined {
  try {
    return {
      ...shape.parse(JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString())),
      at,
      isUnchecked: true,
    }
  } catch (error) {
    unread(error)
    return undefined
  }
}
