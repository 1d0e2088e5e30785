// The queue before the database: what is to be written in the background, by kind, within one bound of bytes. It is gathered for a moment, then
// written one batch of each kind after the other, with maintenance between.

/** A database could not do what was asked; the message is the sentence that `/readyz` shows. */
export class StoreError extends Error {}

interface KindOptions<Value> {
  /** Its plural in messages; default: it is not mentioned. */
  readonly noun?: string
  /** Bounds of a batch, during which other writers wait. */
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
  /** Called with whether the value was written. */
  readonly settle: ((isWritten: boolean) => void)[]
}

/** Bytes of an entry without its value; an estimate. */
const entryBytes = 200

interface QueueOptions {
  /** Beyond it, values are dropped and counted. */
  readonly maxBytes: number
  /** How long data is gathered: that of a search comes one after another, and each transaction costs. */
  readonly gatherMs: number
  readonly isWell: () => boolean
  /** Does one step, after writes. Rejects when that fails. */
  readonly maintain: (isIdle: boolean) => Promise<{ readonly hasMore: boolean; readonly isFull: boolean }>
  /** Called with errors that can only be bugs. */
  readonly onBug: (error: unknown) => void
}

/** Maintenance steps after each write while more data is queued; enough to merge about as much as is written. */
const maintenanceStepsPerWrite = 4

type AnyKind = Pick<Kind<never>, 'size' | 'write' | 'endWaiting' | 'describe' | 'dropped'>

export type Kind<Value extends object> = ReturnType<typeof createKind<Value>>
export type WriteQueue = ReturnType<typeof createWriteQueue>

export function createWriteQueue(options: QueueOptions) {
  const kinds: AnyKind[] = []
  const room = { bytes: options.maxBytes }
  return {
    /** Adds a kind; kinds are written in the order in which they were added. */
    addKind<Value extends object>(of: KindOptions<Value>): Kind<Value> {
      const kind = createKind(of, room)
      kinds.push(kind)
      return kind
    },
    /** What is queued, and what was dropped since it was last empty: `; 3 links are queued in memory, 1 were dropped`. */
    describe: () => kinds.map((kind) => kind.describe()).join(''),
    hasDropped: () => kinds.some((kind) => kind.dropped() > 0),
    ...createLoop(kinds, options),
  }
}

function createLoop(kinds: readonly AnyKind[], { gatherMs, isWell, maintain, onBug }: QueueOptions) {
  const hasSome = () => kinds.some((kind) => kind.size() > 0)
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isFinishing = false

  async function maintainAfterWrite(): Promise<void> {
    for (let steps = 1; isWell(); steps += 1) {
      const { hasMore, isFull } = await maintain(!hasSome())
      const mayRest = isFinishing || (hasSome() && steps >= maintenanceStepsPerWrite)
      if (!hasMore || (mayRest && !isFull)) return
    }
  }

  async function run(): Promise<void> {
    let isCut = true
    while (isCut && isWell()) {
      isCut = false
      for (const kind of kinds) if (isWell()) isCut = (await kind.write()) || isCut
      await maintainAfterWrite()
      isCut ||= isFinishing && hasSome()
    }
    // What came meanwhile is gathered again.
    if (isWell() && hasSome()) schedule()
  }

  function begin(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= run()
      .catch(onBug)
      .finally(() => {
        running = undefined
        // What is queued waits for the recovery of the database, its callers do not.
        if (!isWell()) for (const kind of kinds) kind.endWaiting()
      })
    return running
  }

  function schedule(waitMs = gatherMs): void {
    if (!isFinishing) timer ??= setTimeout(() => void begin(), waitMs)
  }

  return {
    schedule,
    /** Resolves when what is queued now was written, or could not be. */
    async settle(): Promise<void> {
      await running
      if (hasSome() && isWell()) await begin()
    },
    /** Writes what is queued with one more attempt; nothing is written after it. */
    async flush(): Promise<void> {
      isFinishing = true
      await running
      await begin()
    },
  }
}

/** Creates a kind; `room` has the bytes that all kinds may still take. */
function createKind<Value extends object>(options: KindOptions<Value>, room: { bytes: number }) {
  const { noun, merge, isReady = () => true } = options
  const entries = createEntries<Value>(room)
  let dropped = 0

  return {
    /** Queues a value of about `bytes`. `onEnd` is called with whether it, or a newer one of its key, was written at the first attempt. */
    put(key: string, value: Value, bytes: number, onEnd?: (isWritten: boolean) => void): void {
      const before = entries.get(key)
      const size = bytes + entryBytes
      if (size - (before?.bytes ?? 0) > room.bytes) {
        dropped += 1
        onEnd?.(false)
        return
      }
      if (before) entries.remove(before)
      const settle = [...(before?.settle.splice(0) ?? []), ...(onEnd ? [onEnd] : [])]
      entries.add({ key, value: before && merge ? merge(before.value, value) : value, bytes: size, settle })
    },
    find: (key: string): Value | undefined => entries.get(key)?.value,
    some: (isWanted: (value: Value) => boolean): boolean => entries.all().some(({ value }) => isWanted(value)),
    /** Removes unwanted values. */
    drop(isUnwanted: (value: Value) => boolean): void {
      for (const entry of [...entries.all()]) if (isUnwanted(entry.value)) entries.remove(entry)
    },
    size: entries.size,
    dropped: () => dropped,
    /** Writes the oldest batch; resolves to whether there is more. Values that could not be written stay. Rejects with bugs. */
    async write(): Promise<boolean> {
      if (entries.size() === 0 || !isReady()) return false
      const hasMore = await writeBatch(entries, options)
      if (entries.size() === 0) dropped = 0
      return hasMore
    },
    /** Tells all callers that their values were not written yet; the values stay. */
    endWaiting: () => settleAll(entries.all(), false),
    describe(): string {
      if (noun === undefined || entries.size() + dropped === 0) return ''
      const lost = dropped > 0 ? `, ${formatCount(dropped)} were dropped` : ''
      return `; ${formatCount(entries.size())} ${noun} are queued in memory${lost}`
    },
  }
}

type Entries<Value> = ReturnType<typeof createEntries<Value>>

/** The entries of a kind, the oldest first. */
function createEntries<Value>(room: { bytes: number }) {
  const entries = new Map<string, Entry<Value>>()
  return {
    get: (key: string) => entries.get(key),
    all: () => entries.values(),
    size: () => entries.size,
    add(entry: Entry<Value>): void {
      entries.set(entry.key, entry)
      room.bytes -= entry.bytes
    },
    remove({ key, bytes }: Entry<Value>): void {
      entries.delete(key)
      room.bytes += bytes
    },
    /** The oldest entries within these bounds, at least one. */
    oldest(maxCount: number, maxBytes = Number.POSITIVE_INFINITY): Entry<Value>[] {
      const found: Entry<Value>[] = []
      let bytes = 0
      for (const entry of entries.values()) {
        bytes += entry.bytes
        if (found.length === maxCount || (found.length > 0 && bytes > maxBytes)) break
        found.push(entry)
      }
      return found
    },
  }
}

async function writeBatch<Value>(
  entries: Entries<Value>,
  { maxCount, maxBatchBytes, write }: Pick<KindOptions<Value>, 'maxCount' | 'maxBatchBytes' | 'write'>,
): Promise<boolean> {
  const batch = entries.oldest(maxCount, maxBatchBytes)
  const isCut = batch.length < entries.size()
  const waiting = batch.map(({ settle }) => ({ settle: settle.splice(0) }))
  let isWritten = false
  try {
    await write(batch.map(({ value }) => value))
    isWritten = true
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
  } finally {
    // A newer value of the key must still be written.
    for (const entry of batch) if (isWritten && entries.get(entry.key) === entry) entries.remove(entry)
    // If one write fails, all would: do not let callers wait for further attempts.
    settleAll(isWritten ? waiting : [...waiting, ...entries.all()], isWritten)
  }
  return isWritten && isCut
}

function settleAll(entries: Iterable<Pick<Entry<never>, 'settle'>>, isWritten: boolean): void {
  for (const { settle } of entries) for (const end of settle.splice(0)) end(isWritten)
}

function formatCount(number: number): string {
  return number.toLocaleString('en-GB')
}
