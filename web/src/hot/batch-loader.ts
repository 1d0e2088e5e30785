// Batches the loading of lists that come near the viewport at the same time.
import type { Timers } from './timers.ts'

const batchDelayMs = 50
const maxBatch = 20
const maxRequests = 3
/** A slower request no longer counts towards the limit of parallel requests. */
const slowRequestMs = 5_000

interface BatchLoaderOptions {
  readonly timers: Timers
  /** Loads lists; never rejects. */
  readonly load: (ids: readonly string[]) => Promise<void>
  /** Whether the list is still needed; lists that were scrolled past are not. */
  readonly isNeeded: (id: string) => boolean
}

/** Creates a function that requests a list. Requests are batched; a list that waits already is not added again. */
export function createBatchLoader({ timers, load, isNeeded }: BatchLoaderOptions): (id: string) => void {
  const waiting = new Set<string>()
  const running = new Set<readonly string[]>()
  const loadNext = () => {
    while (running.size < maxRequests && waiting.size > 0) {
      const ids = [...waiting].slice(-maxBatch)
      for (const id of ids) waiting.delete(id)
      const needed = ids.filter(isNeeded)
      if (needed.length > 0) loadBatch(needed)
    }
  }
  const loadBatch = (ids: readonly string[]) => {
    const end = () => {
      if (running.delete(ids)) loadNext()
    }
    running.add(ids)
    const cancel = timers.after(slowRequestMs, end)
    void load(ids).then(() => {
      cancel()
      end()
    })
  }
  return (id) => {
    if (waiting.size === 0) timers.after(batchDelayMs, loadNext)
    waiting.add(id)
  }
}
