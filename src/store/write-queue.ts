// The queue before the database: what is to be written in the background, by kind, within one bound of bytes.
import { LRUCache } from 'lru-cache'
import { StoreError } from './store-error.ts'

interface KindOptions<Value> {
  /** Its plural in messages; default: it is not mentioned. */
  readonly noun?: string
  /** Bounds of a batch, during which readers wait. */
  readonly maxCount: number
  readonly maxBatchBytes?: number
  /** Another value of the same key that is still queued. */
  readonly merge?: (before: Value, next: Value) => Value
  /** Default: always. */
  readonly isReady?: () => boolean
  /** Writes a batch, the oldest first. Rejects when it was not written. */
  readonly write: (values: readonly Value[]) => Promise<unknown>
}

interface Entry<Value> {
  readonly key: string
  readonly value: Value
  readonly bytes: number
  readonly number: number
  isUnderWay: boolean
  readonly settle: ((isWritten: boolean) => void)[]
}

type Entries<Value> = LRUCache<string, Entry<Value>>

/** Bytes of an entry without its value; an estimate. */
const entryBytes = 200

/** What the loop and the bound see of a kind. */
type AnyKind = Pick<
  Kind<never>,
  'size' | 'bytes' | 'oldest' | 'dropOldest' | 'write' | 'endWaiting' | 'describe' | 'dropped'
>

export type Kind<Value extends object> = ReturnType<typeof createKind<Value>>
export type WriteQueue = ReturnType<typeof createWriteQueue>

/** Creates a queue of about `maxBytes`; beyond it the oldest values of all kinds are dropped, and counted. */
export function createWriteQueue(maxBytes: number) {
  const kinds: AnyKind[] = []
  let last = 0
  function next(): number {
    last += 1
    return last
  }
  function dropExcess(): void {
    while (kinds.reduce((sum, kind) => sum + kind.bytes(), 0) > maxBytes)
      kinds.reduce((first, kind) => (kind.oldest() < first.oldest() ? kind : first)).dropOldest()
  }
  return {
    kinds: (): readonly AnyKind[] => kinds,
    hasSome: () => kinds.some((kind) => kind.size() > 0),
    /** Adds a kind; kinds are written in the order in which they were added. */
    addKind<Value extends object>(options: KindOptions<Value>): Kind<Value> {
      const kind = createKind(options, next, dropExcess)
      kinds.push(kind)
      return kind
    },
    /** What is queued, and what was dropped since it was last empty: `; 3 links are queued in memory, 1 were dropped`. */
    describe: () => kinds.map((kind) => kind.describe()).join(''),
    hasDropped: () => kinds.some((kind) => kind.dropped() > 0),
  }
}

function createKind<Value extends object>(options: KindOptions<Value>, next: () => number, dropExcess: () => void) {
  const { noun, merge, isReady = () => true } = options
  // A linked list: the first entry of a `Map` takes the longer to find the more entries were deleted before it.
  const entries: Entries<Value> = new LRUCache({
    maxSize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: ({ bytes }) => bytes,
  })
  let dropped = 0
  const oldestEntry = () => oldestOf(entries, 1)[0]

  return {
    /** Queues a value of about `bytes`. `onEnd` is called with whether it, or a newer one of its key, was written at the first attempt. */
    put(key: string, value: Value, bytes: number, onEnd?: (isWritten: boolean) => void): void {
      const before = entries.peek(key)
      const waiting = before && !before.isUnderWay ? before.settle : []
      const settle = onEnd ? [...waiting, onEnd] : waiting
      const merged = before && merge ? merge(before.value, value) : value
      entries.set(key, { key, value: merged, bytes: bytes + entryBytes, number: next(), isUnderWay: false, settle })
      dropExcess()
    },
    find: (key: string): Value | undefined => entries.peek(key)?.value,
    some: (isWanted: (value: Value) => boolean): boolean => entries.values().some(({ value }) => isWanted(value)),
    /** Removes unwanted values. */
    drop(isUnwanted: (value: Value) => boolean): void {
      for (const [key, { value }] of [...entries.entries()]) if (isUnwanted(value)) entries.delete(key)
    },
    size: () => entries.size,
    bytes: () => entries.calculatedSize,
    dropped: () => dropped,
    /** The number of the oldest value; those of all kinds are numbered together. */
    oldest: () => oldestEntry()?.number ?? Number.POSITIVE_INFINITY,
    dropOldest(): void {
      const entry = oldestEntry()
      if (!entry) return
      entries.delete(entry.key)
      settleEntry(entry, false)
      dropped += 1
    },
    /** Writes the oldest batch; resolves to whether there is more. Values that could not be written stay. Rejects with bugs. */
    async write(): Promise<boolean> {
      if (entries.size === 0 || !isReady()) return false
      const hasMore = await writeBatch(entries, options)
      if (entries.size === 0) dropped = 0
      return hasMore
    },
    /** Tells all callers that their values were not written yet; the values stay. */
    endWaiting(): void {
      for (const entry of entries.values()) settleEntry(entry, false)
    },
    describe(): string {
      if (noun === undefined || entries.size + dropped === 0) return ''
      const lost = dropped > 0 ? `, ${formatCount(dropped)} were dropped` : ''
      return `; ${formatCount(entries.size)} ${noun} are queued in memory${lost}`
    },
  }
}

/** The oldest entries within these bounds, at least one. */
function oldestOf<Value>(entries: Entries<Value>, maxCount: number, maxBytes = Number.POSITIVE_INFINITY) {
  const found: Entry<Value>[] = []
  let bytes = 0
  for (const key of entries.rkeys()) {
    const entry = entries.peek(key)
    bytes += entry?.bytes ?? 0
    if (!entry || found.length === maxCount || (found.length > 0 && bytes > maxBytes)) break
    found.push(entry)
  }
  return found
}

async function writeBatch<Value>(
  entries: Entries<Value>,
  { maxCount, maxBatchBytes, write }: Pick<KindOptions<Value>, 'maxCount' | 'maxBatchBytes' | 'write'>,
): Promise<boolean> {
  const batch = oldestOf(entries, maxCount, maxBatchBytes)
  const isCut = batch.length < entries.size
  for (const entry of batch) entry.isUnderWay = true
  let isWritten = false
  try {
    await write(batch.map(({ value }) => value))
    isWritten = true
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  } finally {
    for (const entry of batch) {
      entry.isUnderWay = false
      // A newer value of the key must still be written.
      if (isWritten && entries.peek(entry.key) === entry) entries.delete(entry.key)
    }
    // If one write fails, all would: do not let callers wait for further attempts.
    for (const entry of isWritten ? batch : [...batch, ...entries.values()]) settleEntry(entry, isWritten)
  }
  return isWritten && isCut
}

function settleEntry(entry: Entry<unknown>, isWritten: boolean): void {
  for (const resolve of entry.settle.splice(0)) resolve(isWritten)
}

function formatCount(number: number): string {
  return number.toLocaleString('en-GB')
}
