// Answers kept in memory and, behind that, on the disk.
import { z } from 'zod'
import type { Logger } from '../log.ts'
import type { FailureKind } from '../upstream/errors.ts'
import type { AnswersAtHand, Kept } from '../upstream/kept.ts'
import type { Held, Weight } from './budget.ts'
import type { Disk, StoredAnswer } from './disk.ts'
import { weightOf } from './memory-answers.ts'
import { reasonOf } from './reason-of.ts'

/** What is on the disk is as near as that, in milliseconds. */
const readAgainMs = 5

/** Where answers are kept. */
export interface KeptAnswersParts {
  readonly memory: Held<Kept>
  readonly disk: Pick<Disk, 'readAnswer' | 'writeAnswer' | 'removeAnswer'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Makes answers of which the lately wanted are in memory and all that fit are on the disk. Nobody waits for a write: an answer serves from
 * memory at once. What comes from the disk is marked as unchecked. Neither call rejects.
 */
export function createKeptAnswers({ memory, disk, now, log }: KeptAnswersParts): AnswersAtHand {
  const reads = shareReads(read)
  let hasWarned = false

  function warnOnce(error: unknown): void {
    if (hasWarned) return
    hasWarned = true
    const why = reasonOf(error)
    log.warn(`an answer in DATA_DIR cannot be read (${why}); such answers are as good as not there`)
  }

  /** `isLatest` says whether nothing was set since this began. */
  async function read(key: string, isLatest: () => boolean): Promise<Kept | undefined> {
    const stored = await disk.readAnswer(key)
    // What was set meanwhile is newer, also when memory had no room for it.
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
    // Nobody has it any more; left to the collector it would lie here for long, and with it a thousand others.
    if (isWritten) json.buffer.transfer(0)
    // It is cheap to have again now, unless another has taken its place.
    if (isWritten && memory.peek(key) === kept) memory.set(key, kept, { bytes, remakeMs: readAgainMs }, until)
  }

  return {
    peek: memory.peek,
    async get(key) {
      return memory.get(key) ?? (await reads.read(key))
    },
    async set(key, kept, forMs) {
      reads.outdate(key)
      // An own source may say any number; the database takes whole ones.
      const until = Math.min(Math.ceil(now() + forMs), Number.MAX_SAFE_INTEGER)
      if (forMs <= 0) {
        memory.delete(key)
        void disk.removeAnswer(key)
        return
      }
      const weight = weightOf(key, kept)
      memory.set(key, kept, weight, until)
      void write(key, kept, weight, until).catch((error: unknown) => {
        log.warn({ err: error }, 'an answer cannot be written as JSON; it is kept in memory only')
        void disk.removeAnswer(key)
      })
    },
  }
}

/** Has whoever wants a key while it is read wait for the same reading, until it is outdated. `isLatest` says whether it is not. */
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

/** What stands in the JSON of an answer; what its items are, its source knows. */
const shape = z.object({
  items: z.array(z.unknown()),
  failure: z.object({ kind: z.enum(kinds), detail: z.string() }).exactOptional(),
})

function jsonOf({ items, failure }: Kept): Uint8Array<ArrayBuffer> {
  // In memory of its own, not in Buffer's pool: it is handed on to another thread.
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
