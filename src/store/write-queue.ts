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

export type Kind<Value> = ReturnType<typeof createKind<Value>>

type AnyKind = Pick<Kind<never>, 'size' | 'write' | 'describe' | 'dropped'>

export function createWriteQueue(options: QueueOptions) {
  const kinds: AnyKind[] = []
  const room = { bytes: options.maxBytes }
  return {
    /** Adds a kind; kinds are written in the order in which they were added. */
    addKind<Value>(of: KindOptions<Value>): Kind<Value> {
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
    for (let isCut = true; isCut && isWell(); isCut ||= isFinishing && hasSome()) {
      isCut = false
      for (const kind of kinds) if (isWell()) isCut = (await kind.write()) || isCut
      await maintainAfterWrite()
    }
    // What came meanwhile is gathered again.
    if (isWell() && hasSome()) schedule()
  }

  async function begin(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= run()
      .catch(onBug)
      .finally(() => {
        running = undefined
      })
    await running
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

type Entries<Value> = Map<string, { readonly value: Value; readonly bytes: number }>

/** Creates a kind; `room` has the bytes that all kinds may still take. */
function createKind<Value>(options: KindOptions<Value>, room: { bytes: number }) {
  const { noun, merge, isReady = () => true } = options
  /** The oldest first. */
  const entries: Entries<Value> = new Map()
  let dropped = 0
  const remove = (key: string): void => {
    room.bytes += entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    /** Queues a value of about `bytes` in place of the one of its key. */
    put(key: string, value: Value, bytes: number): void {
      const before = entries.get(key)
      const size = bytes + entryBytes
      if (size - (before?.bytes ?? 0) > room.bytes) {
        dropped += 1
        return
      }
      remove(key)
      entries.set(key, { value: before && merge ? merge(before.value, value) : value, bytes: size })
      room.bytes -= size
    },
    find: (key: string): Value | undefined => entries.get(key)?.value,
    some: (isWanted: (value: Value) => boolean): boolean => entries.values().some(({ value }) => isWanted(value)),
    /** Removes unwanted values. */
    drop(isUnwanted: (value: Value) => boolean): void {
      for (const [key, { value }] of [...entries]) if (isUnwanted(value)) remove(key)
    },
    size: () => entries.size,
    dropped: () => dropped,
    /** Writes the oldest batch; resolves to whether there is more. Values that could not be written stay. Rejects with bugs. */
    async write(): Promise<boolean> {
      if (entries.size === 0 || !isReady()) return false
      const batch = oldestOf(entries, options)
      const isCut = batch.length < entries.size
      try {
        await options.write(batch.map(([, { value }]) => value))
      } catch (error) {
        if (error instanceof StoreError) return false
        throw error
      }
      // A newer value of the key must still be written.
      for (const [key, entry] of batch) if (entries.get(key) === entry) remove(key)
      if (entries.size === 0) dropped = 0
      return isCut
    },
    describe(): string {
      if (noun === undefined || entries.size + dropped === 0) return ''
      const lost = dropped > 0 ? `, ${formatCount(dropped)} were dropped` : ''
      return `; ${formatCount(entries.size)} ${noun} are queued in memory${lost}`
    },
  }
}

/** The first entries within the bounds of a batch, at least one. */
function oldestOf<Value>(entries: Entries<Value>, options: Pick<KindOptions<Value>, 'maxCount' | 'maxBatchBytes'>) {
  const { maxCount, maxBatchBytes = Number.POSITIVE_INFINITY } = options
  const first = entries.entries().take(maxCount).toArray()
  let bytes = 0
  return first.filter(([, entry], at) => {
    bytes += entry.bytes
    return at === 0 || bytes <= maxBatchBytes
  })
}

function formatCount(number: number): string {
  return number.toLocaleString('en-GB')
}
