// A memory budget shared by several caches; the entry of the lowest priority is evicted first.
import { createIndexedHeap, type HeapOrder } from './indexed-heap.ts'

/** Size and cost of an entry. */
export interface Weight {
  /** Memory in bytes, including the key. */
  readonly bytes: number
  /** Milliseconds of work or waiting to recreate the entry. */
  readonly costMs: number
}

interface BudgetEntry {
  readonly key: string
  readonly home: CacheTotals
  readonly bytes: number
  /** Milliseconds saved per byte by a use. */
  readonly savedMsPerByte: number
  readonly untilMs: number
  uses: number
  priority: number
  lastUse: number
  priorityIndex: number
  expiryIndex: number
}

interface CacheTotals {
  bytes: number
  readonly entries: { delete(key: string): boolean }
}

type ValueEntry<V> = BudgetEntry & { readonly value: V }

/**
 * Maximum number of counted uses: an entry that is no longer used is evicted after the budget was filled about this many times with equally
 * costly entries used once.
 */
const maxUses = 16

/**
 * Creates an empty budget; `epochMs` returns epoch milliseconds. Expired entries are evicted first, then those of the lowest priority: uses times
 * milliseconds saved per byte, plus the priority of the last evicted entry at the time of use (greedy dual size frequency). Unused entries
 * thus age, however often they were used before; of equal priorities the least recently used is evicted.
 */
export function createMemoryBudget(maxBytes: number, epochMs: () => number) {
  const queue = createEvictionQueue(maxBytes, epochMs)
  return {
    /** Creates another cache within the budget. */
    createCache: <V>() => createCacheOn<V>(queue, epochMs),
    /** Total bytes of all caches; never more than `maxBytes`. */
    bytes: queue.bytes,
    maxBytes,
  }
}

type EvictionQueue = ReturnType<typeof createEvictionQueue>

const priorityOrder: HeapOrder<BudgetEntry> = {
  isBefore: (one, other) =>
    one.priority < other.priority || (one.priority === other.priority && one.lastUse < other.lastUse),
  indexOf: (entry) => entry.priorityIndex,
  setIndex(entry, place) {
    entry.priorityIndex = place
  },
}

const expiryOrder: HeapOrder<BudgetEntry> = {
  isBefore: (one, other) => one.untilMs < other.untilMs,
  indexOf: (entry) => entry.expiryIndex,
  setIndex(entry, place) {
    entry.expiryIndex = place
  },
}

/** All entries of a budget, in eviction order. */
function createEvictionQueue(maxBytes: number, epochMs: () => number) {
  const byPriority = createIndexedHeap(priorityOrder)
  const byExpiry = createIndexedHeap(expiryOrder)
  let bytes = 0
  let uses = 0
  let inflation = 0

  function rank(entry: BudgetEntry): void {
    uses += 1
    entry.lastUse = uses
    entry.priority = inflation + entry.uses * entry.savedMsPerByte
  }

  function remove(entry: BudgetEntry): void {
    byPriority.remove(entry)
    if (entry.untilMs < Number.POSITIVE_INFINITY) byExpiry.remove(entry)
    entry.home.entries.delete(entry.key)
    entry.home.bytes -= entry.bytes
    bytes -= entry.bytes
  }

  function evictOne(): boolean {
    const ending = byExpiry.first()
    const isOver = ending !== undefined && ending.untilMs < epochMs()
    const going = isOver ? ending : byPriority.first()
    if (going === undefined) return false
    if (!isOver) inflation = going.priority
    remove(going)
    return true
  }

  return {
    maxBytes,
    bytes: () => bytes,
    /** Evicts entries until this many bytes are free. */
    freeBytes(needed: number): void {
      while (bytes + needed > maxBytes && evictOne());
    },
    add(entry: BudgetEntry): void {
      rank(entry)
      byPriority.add(entry)
      if (entry.untilMs < Number.POSITIVE_INFINITY) byExpiry.add(entry)
      entry.home.bytes += entry.bytes
      bytes += entry.bytes
    },
    used(entry: BudgetEntry): void {
      if (entry.uses < maxUses) entry.uses += 1
      rank(entry)
      byPriority.update(entry)
    },
    remove,
  }
}

/** A cache of values within a budget. */
export type WeightedCache<V> = ReturnType<typeof createCacheOn<V>>

function createCacheOn<V>(queue: EvictionQueue, epochMs: () => number) {
  const entries = new Map<string, ValueEntry<V>>()
  const home: CacheTotals = { bytes: 0, entries }

  function find(key: string): ValueEntry<V> | undefined {
    const entry = entries.get(key)
    if (entry === undefined || entry.untilMs >= epochMs()) return entry
    queue.remove(entry)
    return undefined
  }

  return {
    /** Returns the value of a key and counts a use. */
    get(key: string): V | undefined {
      const entry = find(key)
      if (entry !== undefined) queue.used(entry)
      return entry?.value
    },
    /** Returns the value of a key without counting a use. */
    peek: (key: string): V | undefined => find(key)?.value,
    /**
     * Stores a value; it inherits the uses of the value that it replaces. It expires after `untilMs` (epoch milliseconds). A value larger than
     * the whole budget is not stored; it only removes the value that it replaces.
     */
    set(key: string, value: V, { bytes, costMs }: Weight, untilMs = Number.POSITIVE_INFINITY): void {
      const before = entries.get(key)
      if (before !== undefined) queue.remove(before)
      if (bytes > queue.maxBytes || untilMs < epochMs()) return
      queue.freeBytes(bytes)
      const entry = {
        key,
        value,
        home,
        bytes,
        untilMs,
        savedMsPerByte: costMs / Math.max(bytes, 1),
        uses: before?.uses ?? 1,
        priority: 0,
        lastUse: 0,
        priorityIndex: 0,
        expiryIndex: 0,
      }
      entries.set(key, entry)
      queue.add(entry)
    },
    delete(key: string): void {
      const entry = entries.get(key)
      if (entry !== undefined) queue.remove(entry)
    },
    /** Total bytes of the entries, by their weights. */
    bytes: () => home.bytes,
    count: () => entries.size,
  }
}
