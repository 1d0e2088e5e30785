// Concurrency limit: runs a maximum number of tasks at once, the others in FIFO order.

/** Runs a task when capacity is free. Rejects with the abort reason if the signal aborts before that. */
export type ConcurrencyLimit = <Value>(signal: AbortSignal, run: () => Promise<Value>) => Promise<Value>

/** Creates the limit: at most `maxRunning` tasks run at once. */
export function createConcurrencyLimit(maxRunning: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  const state = { running: 0 }
  return async (signal, run) => {
    if (state.running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else state.running += 1
    try {
      signal.throwIfAborted()
      return await run()
    } finally {
      // The slot passes to the next task; it is freed only if none waits.
      const next = waiting.shift()
      if (next) next()
      else state.running -= 1
    }
  }
}
