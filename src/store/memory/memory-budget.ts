// A memory budget that several caches share: a segmented LRU, one segment for entries used once and one for entries used again.
import { LRUCache } from 'lru-cache'

interface BudgetEntry {
  /** Memory in bytes, including the key. */
  readonly bytes: number
  /** Epoch milliseconds. */
  readonly untilMs: number
  /** Removes the entry from its cache. */
  forget(): void
}

/** A cache of values within a budget. */
export type MemoryCache<V> = ReturnType<typeof createCacheWithin<V>>

/** Creates an empty budget; `epochMs` returns epoch milliseconds. */
export function createMemoryBudget(maxBytes: number, epochMs: () => number) {
  const segments = createSegments(maxBytes)
  return {
    /** Creates another cache within the budget. */
    createCache: <V>() => createCacheWithin<V>(segments, epochMs),
    /** Total bytes of all caches; never more than `maxBytes`. */
    bytes: segments.bytes,
    maxBytes,
  }
}

type Segments = ReturnType<typeof createSegments>

/**
 * Entries used again take at most half of the bytes, and those used once the rest: searches that nobody repeats evict one another only. An entry
 * that leaves the first segment has a last chance in the second.
 */
function createSegments(maxBytes: number) {
  const maxEntryBytes = Math.max(1, Math.floor(maxBytes / 2))
  const sizeCalculation = (_true: true, { bytes }: BudgetEntry) => Math.max(1, bytes)
  const usedOnce = new LRUCache<BudgetEntry, true>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation,
    dispose: (_true, entry, reason) => {
      if (reason === 'evict') entry.forget()
    },
  })
  const usedAgain = new LRUCache<BudgetEntry, true>({
    maxSize: maxEntryBytes,
    sizeCalculation,
    disposeAfter: (_true, entry, reason) => {
      if (reason === 'evict') usedOnce.set(entry, true)
    },
  })
  const bytes = () => usedOnce.calculatedSize + usedAgain.calculatedSize
  return {
    maxEntryBytes,
    bytes,
    /** Puts an entry in the place of the one before it. */
    replace(before: BudgetEntry | undefined, entry: BudgetEntry | undefined): void {
      const wasUsedAgain = before !== undefined && usedAgain.delete(before)
      if (before !== undefined) usedOnce.delete(before)
      if (entry !== undefined) (wasUsedAgain ? usedAgain : usedOnce).set(entry, true)
      while (bytes() > maxBytes) usedOnce.pop()
    },
    countUse(entry: BudgetEntry): void {
      usedOnce.delete(entry)
      usedAgain.set(entry, true)
    },
  }
}

function createCacheWithin<V>(segments: Segments, epochMs: () => number) {
  const entries = new Map<string, BudgetEntry & { readonly value: V }>()

  function find(key: string) {
    const entry = entries.get(key)
    return entry !== undefined && entry.untilMs >= epochMs() ? entry : undefined
  }

  function remove(key: string): void {
    segments.replace(entries.get(key), undefined)
    entries.delete(key)
  }

  return {
    /** Returns the value of a key and counts a use. */
    get(key: string): V | undefined {
      const entry = find(key)
      if (entry !== undefined) segments.countUse(entry)
      return entry?.value
    },
    /** Returns the value of a key without counting a use. */
    peek: (key: string): V | undefined => find(key)?.value,
    /**
     * Stores a value of this many bytes; it inherits the segment of the one before it. It expires after `untilMs` (epoch milliseconds). A value
     * larger than half the budget is not stored; it only removes the value that it replaces.
     */
    set(key: string, value: V, bytes: number, untilMs = Number.POSITIVE_INFINITY): void {
      if (bytes > segments.maxEntryBytes || untilMs < epochMs()) return void remove(key)
      const entry = { value, bytes, untilMs, forget: () => void entries.delete(key) }
      segments.replace(entries.get(key), entry)
      entries.set(key, entry)
    },
    delete: remove,
    count: () => entries.size,
  }
}
