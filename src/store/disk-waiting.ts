// Answers on their way to the disk: the newest of a key only, bounded in bytes, held until they are written.
import type { AnswerToWrite } from './disk-messages.ts'

/** What is to be written under a key; `json` is missing when the answer is to be removed. */
export interface Change {
  readonly at: number
  readonly until: number
  readonly json?: Uint8Array
}

interface Entry extends Change {
  readonly key: string
  readonly bytes: number
  isUnderWay: boolean
  settle: ((isWritten: boolean) => void)[]
}

/** A part of what waits, on its way. */
export interface Batch {
  readonly answers: readonly AnswerToWrite[]
  /** Lets go what was written; keeps what was not, to be tried again. */
  done(isWritten: boolean): void
}

export interface Waiting {
  /** Resolves to whether it, or a newer one of its key, was written at the first try. */
  put(key: string, change: Change): Promise<boolean>
  find(key: string): Change | undefined
  /** The oldest, up to about `maxBytes` or `maxCount` of them. */
  take(maxBytes: number, maxCount: number): Batch
  /** How many answers wait. */
  count(): number
  /** Whether anything waits, be it that an answer is to be removed. */
  hasSome(): boolean
  /** How many were let go unwritten since nothing waited. */
  dropped(): number
  /** Nothing more will be written. */
  giveUp(): void
}

/** What an entry takes besides its bytes and its key. */
const entryBytes = 200

/** Holds answers of about `mostBytes` in all; beyond it the oldest are let go, and what the disk has under their keys is to be removed: it is older still. */
export function createWaiting(mostBytes: number): Waiting {
  const queue = createQueue()
  let dropped = 0

  /** Answers first: removals are small, and whatever goes of them leaves something old on the disk. */
  function dropOldest(): void {
    for (const entry of queue.answersFirst()) {
      if (queue.bytes() <= mostBytes) return
      if (entry.isUnderWay) continue
      queue.remove(entry)
      settle(entry, false)
      if (!entry.json) continue
      dropped += 1
      queue.add(entryOf(entry.key, { at: 0, until: 0 }))
    }
  }

  function finish(taken: readonly Entry[], isWritten: boolean): void {
    for (const entry of taken) {
      entry.isUnderWay = false
      if (isWritten) queue.remove(entry)
      settle(entry, isWritten)
    }
    if (!queue.hasSome()) dropped = 0
    // What the disk refuses to some it refuses to all: nobody is to wait for their turn.
    if (!isWritten) for (const entry of queue.answersFirst()) settle(entry, false)
  }

  return {
    put(key, change) {
      const before = queue.find(key)
      if (before) queue.remove(before)
      const entry = entryOf(key, change, before)
      queue.add(entry)
      const written = new Promise<boolean>((resolve) => entry.settle.push(resolve))
      dropOldest()
      return written
    },
    find: queue.find,
    take(maxBytes, maxCount) {
      const taken = oldestOf(queue.removalsFirst(), maxBytes, maxCount)
      return { answers: taken.map(copyOf), done: (isWritten) => finish(taken, isWritten) }
    },
    count: queue.count,
    hasSome: queue.hasSome,
    dropped: () => dropped,
    giveUp() {
      finish([], false)
      queue.clear()
    },
  }
}

/** What waits, at most one entry of a key, each kind in the order in which it came. */
function createQueue() {
  const answers = new Map<string, Entry>()
  const removals = new Map<string, Entry>()
  let bytes = 0
  const homeOf = (entry: Entry) => (entry.json ? answers : removals)
  const find = (key: string) => answers.get(key) ?? removals.get(key)
  return {
    find,
    add(entry: Entry): void {
      homeOf(entry).set(entry.key, entry)
      bytes += entry.bytes
    },
    /** Leaves a newer one of its key. */
    remove(entry: Entry): void {
      if (find(entry.key) !== entry) return
      homeOf(entry).delete(entry.key)
      bytes -= entry.bytes
    },
    *answersFirst(): Generator<Entry> {
      yield* answers.values()
      yield* removals.values()
    },
    *removalsFirst(): Generator<Entry> {
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

/** Who waited for an older one that has not left yet waits for this one. */
function entryOf(key: string, change: Change, before?: Entry): Entry {
  const bytes = (change.json?.byteLength ?? 0) + 2 * key.length + entryBytes
  return { ...change, key, bytes, isUnderWay: false, settle: before && !before.isUnderWay ? before.settle : [] }
}

/** Marks them as under way. */
function oldestOf(entries: Iterable<Entry>, maxBytes: number, maxCount: number): Entry[] {
  const taken: Entry[] = []
  let sum = 0
  for (const entry of entries) {
    sum += entry.bytes
    if (taken.length > 0 && (sum > maxBytes || taken.length >= maxCount)) break
    entry.isUnderWay = true
    taken.push(entry)
  }
  return taken
}

/** The bytes are copied once here and then handed over: the entry keeps its own until it is written. */
function copyOf({ key, at, until, json }: Entry): AnswerToWrite {
  return { key, at, until, ...(json && { json: new Uint8Array(json) }) }
}

function settle(entry: Entry, isWritten: boolean): void {
  for (const resolve of entry.settle.splice(0)) resolve(isWritten)
}
