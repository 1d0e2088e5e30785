// Batches the loading of lists that come near the viewport at the same time.
import type { Timers } from './timers.ts'

/** Time to collect a batch. */
const gatherMs = 50
const mostAtOnce = 20
const mostAsks = 3
/** A slower request no longer counts towards the limit of parallel requests. */
const slowRequestMs = 5_000

interface LoadingParts {
  readonly timers: Timers
  /** Loads lists; never rejects. */
  readonly load: (ids: readonly string[]) => Promise<void>
  /** Whether the list is still needed; lists that were scrolled past are not. */
  readonly isWanted: (id: string) => boolean
}

/** Creates a function that requests a list. Requests are batched; a list that waits already is not added again. */
export function createLoading({ timers, load, isWanted }: LoadingParts): (id: string) => void {
  const waiting = new Set<string>()
  const asks = new Set<readonly string[]>()
  const askNext = () => {
    while (asks.size < mostAsks && waiting.size > 0) {
      const ids = [...waiting].slice(-mostAtOnce)
      for (const id of ids) waiting.delete(id)
      const wanted = ids.filter(isWanted)
      if (wanted.length > 0) ask(wanted)
    }
  }
  const ask = (ids: readonly string[]) => {
    const end = () => {
      if (asks.delete(ids)) askNext()
    }
    asks.add(ids)
    const cancel = timers.after(slowRequestMs, end)
    void load(ids).then(() => {
      cancel()
      end()
    })
  }
  return (id) => {
    if (waiting.size === 0) timers.after(gatherMs, askNext)
    waiting.add(id)
  }
}
