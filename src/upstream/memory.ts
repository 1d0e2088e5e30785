// Values that sources remember between asks (tokens, resolved ids); bounded in size, per process.
import { LRUCache } from 'lru-cache'
import type { Memo } from './source.ts'

export interface Memory {
  /**
   * Returns the value under the memo's key, or creates it; concurrent callers share one creation. Rejects as `make`
   * does.
   */
  recall<T>(source: string, memo: Memo<T>, signal: AbortSignal): Promise<T>
}

/** Stored as JSON: a substring of a page would keep the whole page in memory. */
interface Remembered {
  readonly json: string
  readonly at: number
}

/** Maximum total size in bytes for all sources. */
const mostBytes = 32 * 1024 * 1024

/** Creates an empty memory; `epochMs` is in epoch milliseconds. */
export function createMemory(epochMs: () => number): Memory {
  const kept = new LRUCache<string, Remembered>({
    maxSize: mostBytes,
    sizeCalculation: ({ json }, key) => 2 * (json.length + key.length) + 200,
  })
  const making = new Map<string, Promise<unknown>>()

  const made = <T>(key: string, { make }: Memo<T>): Promise<unknown> => {
    const promise = make()
      .then((value) => {
        kept.set(key, { json: JSON.stringify(value), at: epochMs() })
        return value
      })
      .finally(() => making.delete(key))
    making.set(key, promise)
    return promise
  }

  return {
    async recall(source, memo, signal) {
      const key = `${source} ${memo.key}`
      const old = kept.get(key)
      if (old && epochMs() - old.at < memo.forMs) return memo.shape.parse(JSON.parse(old.json))
      const underWay = making.get(key)
      if (!underWay) return memo.shape.parse(await made(key, memo))
      // The other ask may have been aborted; this one may still need the value.
      const joined = await underWay.then(
        (value) => ({ value }),
        () => undefined,
      )
      signal.throwIfAborted()
      return memo.shape.parse(joined ? joined.value : await (making.get(key) ?? made(key, memo)))
    },
  }
}
