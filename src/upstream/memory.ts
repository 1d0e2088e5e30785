// What sources remember between asks: tokens, what an id stands for; bounded, in this process only.
import { LRUCache } from 'lru-cache'
import type { Memo } from './source.ts'

export interface Memory {
  /** The value kept under the memo's key, else a new one, made once however many wait for it. Rejects as `make` does. */
  recall<T>(source: string, memo: Memo<T>, signal: AbortSignal): Promise<T>
}

interface Remembered {
  readonly value: unknown
  readonly at: number
}

/** A few thousand ids a source, each a few dozen bytes. */
const most = 50_000

/** Makes an empty memory; `now` is in epoch milliseconds. */
export function createMemory(now: () => number): Memory {
  const kept = new LRUCache<string, Remembered>({ max: most })
  const making = new Map<string, Promise<unknown>>()

  const made = <T>(key: string, { make }: Memo<T>): Promise<unknown> => {
    const promise = make()
      .then((value) => {
        kept.set(key, { value, at: now() })
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
      if (old && now() - old.at < memo.forMs) return memo.shape.parse(old.value)
      const underWay = making.get(key)
      if (!underWay) return memo.shape.parse(await made(key, memo))
      // What another ask was making ends with that ask; this one may still want it.
      const joined = await underWay.then(
        (value) => ({ value }),
        () => undefined,
      )
      signal.throwIfAborted()
      return memo.shape.parse(joined ? joined.value : await (making.get(key) ?? made(key, memo)))
    },
  }
}
