// Loads lists that come near the viewport at the same time in one request.
import type { Timers } from '../timers.ts'

const batchDelayMs = 50
const maxBatch = 20

interface BatchLoaderOptions {
  readonly timers: Timers
  readonly load: (ids: readonly string[]) => void
  /** Whether the list is still needed; lists that were scrolled past are not. */
  readonly isNeeded: (id: string) => boolean
}

/** Creates a function that requests a list. */
export function createBatchLoader({ timers, load, isNeeded }: BatchLoaderOptions): (id: string) => void {
  const waiting = new Set<string>()
  const loadWaiting = () => {
    const ids = [...waiting].filter(isNeeded)
    waiting.clear()
    for (let at = 0; at < ids.length; at += maxBatch) load(ids.slice(at, at + maxBatch))
  }
  return (id) => {
    if (waiting.size === 0) timers.after(batchDelayMs, loadWaiting)
    waiting.add(id)
  }
}
