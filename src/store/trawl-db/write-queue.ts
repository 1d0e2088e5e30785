// The write queue of answers: the newest of each key, bounded in bytes, held until written.
import type { AnswerToWrite } from './messages.ts'

/** A pending write; without `json` the answer is removed. */
export interface PendingWrite {
  readonly at: number
  readonly until: number
  readonly json?: Uint8Array
}

interface QueueEntry extends PendingWrite {
  readonly key: string
  readonly bytes: number
  isUnderWay: boolean
  settle: ((isWritten: boolean) => void)[]
}

export type WriteQueue = ReturnType<typeof createWriteQueue>

/** Bytes of an entry without its body and key. */
const entryBytes = 200

/** Creates a queue of about `queueBytes`. Beyond it the oldest answers are dropped, and the older rows of their keys are removed from the database. */
export function createWriteQueue(queueBytes: number) {
  const queue = createQueue()
  let dropped = 0

  /** Drops answers first: removals are small, and dropping one leaves an outdated answer in the database. */
  function dropOldest(): void {
    for (const entry of queue.answersFirst()) {
      if (queue.bytes() <= queueBytes) return
      if (entry.isUnderWay) continue
      queue.remove(entry)
      settle(entry, false)
      if (!entry.json) continue
      dropped += 1
      queue.add(entryOf(entry.key, { at: 0, until: 0 }))
    }
  }

  function finish(taken: readonly QueueEntry[], isWritten: boolean): void {
    for (const entry of taken) {
      entry.isUnderWay = false
      if (isWritten) queue.remove(entry)
      settle(entry, isWritten)
    }
    if (!queue.hasSome()) dropped = 0
    // If one write fails, all would: do not let callers wait for further attempts.
    if (!isWritten) for (const entry of queue.answersFirst()) settle(entry, false)
  }

  return {
    /** Queues a write. Resolves to whether it, or a newer one of its key, was written at the first attempt. */
    put(key: string, change: PendingWrite): Promise<boolean> {
      const before = queue.find(key)
      if (before) queue.remove(before)
      const entry = entryOf(key, change, before)
      queue.add(entry)
      const written = new Promise<boolean>((resolve) => entry.settle.push(resolve))
      dropOldest()
      return written
    },
    find: (key: string): PendingWrite | undefined => queue.find(key),
    /** Takes the oldest entries, up to about `maxBytes` and `maxCount`; `done` removes them if they were written, else they stay for a retry. */
    take(maxBytes: number, maxCount: number) {
      const taken = oldestOf(queue.removalsFirst(), maxBytes, maxCount)
      return { answers: taken.map(copyOf), done: (isWritten: boolean) => finish(taken, isWritten) }
    },
    /** Number of queued answers. */
    count: queue.count,
    /** Whether anything is queued, including removals. */
    hasSome: queue.hasSome,
    /** Number of answers dropped unwritten since the queue was last empty. */
    dropped: () => dropped,
    /** Drops all entries; nothing more will be written. */
    giveUp(): void {
      finish([], false)
      queue.clear()
    },
  }
}

/** The entries, at most one for each key, answers and removals each in the order of arrival. */
function createQueue() {
  const answers = new Map<string, QueueEntry>()
  const removals = new Map<string, QueueEntry>()
  let bytes = 0
  const homeOf = (entry: QueueEntry) => (entry.json ? answers : removals)
  const find = (key: string) => answers.get(key) ?? removals.get(key)
  return {
    find,
    add(entry: QueueEntry): void {
      homeOf(entry).set(entry.key, entry)
      bytes += entry.bytes
    },
    /** Removes the entry unless a newer one has replaced it. */
    remove(entry: QueueEntry): void {
      if (find(entry.key) !== entry) return
      homeOf(entry).delete(entry.key)
      bytes -= entry.bytes
    },
    *answersFirst(): Generator<QueueEntry> {
      yield* answers.values()
      yield* removals.values()
    },
    *removalsFirst(): Generator<QueueEntry> {
      yield* removals.values()
      yield* answers.values()
    },
    bytes: () => bytes,
    count: () => answers.size,
    hasSome: () => answers.size + removals.size > 0,
    clear(): void {
      answers.clear()
      removals.clear()
    },
  }
}

/** Creates an entry; callers of a replaced entry that was not sent yet wait for this one. */
function entryOf(key: string, change: PendingWrite, before?: QueueEntry): QueueEntry {
  const bytes = (change.json?.byteLength ?? 0) + 2 * key.length + entryBytes
  return { ...change, key, bytes, isUnderWay: false, settle: before && !before.isUnderWay ? before.settle : [] }
}

/** Takes the oldest entries and marks them as being written. */
function oldestOf(entries: Iterable<QueueEntry>, maxBytes: number, maxCount: number): QueueEntry[] {
  const taken: QueueEntry[] = []
  let sum = 0
  for (const entry of entries) {
    sum += entry.bytes
    if (taken.length > 0 && (sum > maxBytes || taken.length >= maxCount)) break
    entry.isUnderWay = true
    taken.push(entry)
  }
  return taken
}

/** Copies the bytes for the transfer; the entry keeps its own until it is written. */
function copyOf({ key, at, until, json }: QueueEntry): AnswerToWrite {
  return { key, at, until, ...(json && { json: new Uint8Array(json) }) }
}

function settle(entry: QueueEntry, isWritten: boolean): void {
  for (const resolve of entry.settle.splice(0)) resolve(isWritten)
}
