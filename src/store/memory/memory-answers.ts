// A memory cache of answers, bounded in bytes.
import type { AnswerEntry, SyncAnswerCache } from '../../upstream/cache/answer-entry.ts'
import { createMemoryBudget, type Weight, type WeightedCache } from './weighted-cache.ts'

/** Default cost of an answer: its source would have to be asked again. */
const refetchMs = 2_000

/** Creates a cache with at most about `maxBytes` of its own. `epochMs` returns epoch milliseconds. */
export function createMemoryAnswers(maxBytes: number, epochMs: () => number): SyncAnswerCache {
  return answersOver(createMemoryBudget(maxBytes, epochMs).createCache(), epochMs)
}

/** Creates a cache within a shared budget. `epochMs` returns epoch milliseconds. */
export function answersOver(held: WeightedCache<AnswerEntry>, epochMs: () => number): SyncAnswerCache {
  return {
    peek: held.peek,
    get: async (key) => held.get(key),
    set: async (key, cached, forMs) => {
      if (forMs > 0) held.set(key, cached, weightOf(key, cached), epochMs() + forMs)
      else held.delete(key)
    },
  }
}

/** The size and cost of an answer; the default cost is the time of asking its source. */
export function weightOf(key: string, cached: AnswerEntry, costMs = refetchMs): Weight {
  return { bytes: heapFactor * estimateBytes(cached.items) + 2 * key.length + entryOverhead, costMs }
}

/**
 * Heap data grows the process by about twice its size, because as much garbage accumulates before a collection. Measured over 10,000
 * searches (bench/memory.ts).
 */
const heapFactor = 2

/** Bytes of an answer without items and key characters: the key object, map entries and heap positions. */
const entryOverhead = 350
const wide = /[^\0-\xff]/

/**
 * Estimates the heap size of a plain value, measured with answers of both services: one byte for each character, two if a character of the
 * text needs two. Shared values are counted each time.
 */
function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return 20 + (wide.test(value) ? 2 : 1) * value.length
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) < 2 ** 30 ? 0 : 16
  if (value === null || typeof value !== 'object') return 0
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let bytes = Array.isArray(value) ? 48 : 32
  for (const one of inner) bytes += 8 + estimateBytes(one)
  return bytes
}
