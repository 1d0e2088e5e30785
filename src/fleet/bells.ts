// Who waits for news of a key: woken when there may be some, and now and then, since news may be missed.

/** One that waits. */
export interface Bell {
  /** Resolves when it rings next, counted from now, or when it is time to look, or when the waiting ends by the signal. */
  next(): Promise<void>
  /** Nobody waits any more. */
  end(): void
}

export interface Bells {
  hang(key: string, signal: AbortSignal): Bell
  ring(key: string): void
  ringAll(): void
  /** How many wait. */
  count(): number
}

/** Makes a table of bells; each that waits looks itself after `lookMs`. */
export function createBells(lookMs: number): Bells {
  const waiting = new Map<string, Set<() => void>>()

  function ring(key: string): void {
    for (const wake of waiting.get(key) ?? []) wake()
  }

  return {
    ring,
    ringAll() {
      for (const key of waiting.keys()) ring(key)
    },
    count: () => waiting.values().reduce((sum, { size }) => sum + size, 0),
    hang(key, signal) {
      let rung = Promise.withResolvers<void>()
      let timer: NodeJS.Timeout | undefined
      const wake = () => rung.resolve()
      const others = waiting.get(key) ?? new Set()
      waiting.set(key, others.add(wake))
      signal.addEventListener('abort', wake, { once: true })
      return {
        next() {
          clearTimeout(timer)
          rung = Promise.withResolvers()
          timer = setTimeout(wake, lookMs)
          if (signal.aborted) wake()
          return rung.promise
        },
        end() {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          others.delete(wake)
          if (others.size === 0 && waiting.get(key) === others) waiting.delete(key)
        },
      }
    },
  }
}
