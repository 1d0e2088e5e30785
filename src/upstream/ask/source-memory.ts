// Values that sources remember between asks (tokens, resolved ids); bounded in size, per process.

import { LRUCache } from 'lru-cache'
import { ageMs } from '../../async/ages.ts'
import { createSingleFlight } from '../../async/single-flight.ts'
import type { Memo } from '../source.ts'

export type SourceMemory = ReturnType<typeof createSourceMemory>

/** Maximum total size in bytes for all sources. */
const maxBytes = 32 * 1024 * 1024

/** Creates an empty memory; `epochMs` is in epoch milliseconds. */
export function createSourceMemory(epochMs: () => number) {
  /** Stored as JSON: a substring of a page would keep the whole page in memory. */
  const values = new LRUCache<string, { readonly json: string; readonly at: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ json }, key) => 2 * (json.length + key.length) + 200,
  })
  const creations = createSingleFlight<unknown>()
  const create = <T>(key: string, { make }: Memo<T>) => {
    const work = async () => {
      const value = await make()
      values.set(key, { json: JSON.stringify(value), at: epochMs() })
      return value
    }
    return (creations.current(key) ?? creations.start(key, work)).result
  }

  return {
    /** Returns the value under the memo's key, or creates it once for concurrent callers. Rejects as `make` does. */
    async recall<T>(source: string, memo: Memo<T>, signal: AbortSignal): Promise<T> {
      const key = `${source} ${memo.key}`
      const stored = values.get(key)
      if (stored && ageMs(epochMs(), stored.at) < memo.forMs) return memo.shape.parse(JSON.parse(stored.json))
      if (!creations.current(key)) return memo.shape.parse(await create(key, memo))
      // The creation of another ask may fail because that ask was aborted; this one still needs the value, and joins at most one failure.
      const made = create(key, memo).catch(() => {
        signal.throwIfAborted()
        return create(key, memo)
      })
      return memo.shape.parse(await made)
    },
  }
}
