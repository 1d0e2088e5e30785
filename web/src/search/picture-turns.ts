// Lets only so many things happen at once; the others wait, first come first served.

/** Runs it when it is its turn. Rejects with the reason of the signal where that aborts before. */
export type Turns = <Value>(signal: AbortSignal, run: () => Promise<Value>) => Promise<Value>

/** Makes it: at most `most` run at once. */
export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = []
  const state = { running: 0 }
  return async (signal, run) => {
    if (state.running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else state.running += 1
    try {
      signal.throwIfAborted()
      return await run()
    } finally {
      // The turn goes on to the next; it is given back only when nobody waits.
      const next = waiting.shift()
      if (next) next()
      else state.running -= 1
    }
  }
}
