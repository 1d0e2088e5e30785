// Waiters per key: woken by messages, and by a timer, because messages may be lost.

/** One waiter. */
export interface Bell {
  /**
   * Resolves at the next notification after this call, when the poll interval has passed, or when the signal aborts.
   */
  next(): Promise<void>
  /** Stops waiting. */
  end(): void
}

export interface Bells {
  hang(key: string, signal: AbortSignal): Bell
  ring(key: string): void
  ringAll(): void
  /** Number of waiters. */
  count(): number
}

/** Creates a table of waiters; each of them polls after `lookMs`. */
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
