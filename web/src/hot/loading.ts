// Lists that came near the screen are asked for together with others that come near at the same time.
import type { Timers } from './timers.ts'

/** So long others are waited for. */
const gatherMs = 50
const mostAtOnce = 20
const mostAsks = 3
/** An ask that takes longer does not keep others from being asked. */
const patienceMs = 5_000

interface LoadingParts {
  readonly timers: Timers
  /** Asks for lists; does not reject. */
  readonly load: (ids: readonly string[]) => Promise<void>
  /** Is it still wanted? Whoever scrolls by does not want what was passed. */
  readonly isWanted: (id: string) => boolean
}

/** Makes what asks for lists, told which are wanted. A list is asked for once each time it is wanted, unless it is waiting already. */
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
    const cancel = timers.after(patienceMs, end)
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
