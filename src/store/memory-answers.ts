// Answers kept in memory, bounded in bytes.
import { LRUCache } from 'lru-cache'
import type { Answers, Kept } from '../upstream/kept.ts'

/** Keeps answers in at most about `maxBytes` of memory; what was not used for longest goes first. `now` is in epoch milliseconds. */
export function createMemoryAnswers(maxBytes: number, now: () => number): Answers {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: (answer, key) => weigh(answer.items) + 2 * key.length + 200,
    perf: { now },
    ttlResolution: 0,
  })
  return {
    get: async (key) => kept.get(key),
    set: async (key, answer, forMs) => {
      // A time of 0 means "for ever" to the library.
      if (forMs > 0) kept.set(key, answer, { ttl: forMs })
      else kept.delete(key)
    },
  }
}

/** About how many bytes a plain value takes on the heap: two a character and a little for each object and field. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length
  if (value === null || typeof value !== 'object') return 8
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let bytes = 32
  for (const one of inner) bytes += 8 + weigh(one)
  return bytes
}
