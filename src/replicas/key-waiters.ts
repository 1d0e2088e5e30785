// Waiters per key: woken by messages, and by a timer, because messages may be lost.

/** Creates a table of waiters; each of them polls after `pollMs`. */
export function createKeyWaiters(pollMs: number) {
  const waiting = new Map<string, Set<() => void>>()

  function notify(key: string): void {
    for (const wake of waiting.get(key) ?? []) wake()
  }

  return {
    notify,
    notifyAll(): void {
      for (const key of waiting.keys()) notify(key)
    },
    /** Number of waiters. */
    count: () => waiting.values().reduce((sum, { size }) => sum + size, 0),
    wait(key: string, signal: AbortSignal) {
      let wakeup = Promise.withResolvers<void>()
      let timer: NodeJS.Timeout | undefined
      const wake = () => wakeup.resolve()
      const others = waiting.get(key) ?? new Set()
      waiting.set(key, others.add(wake))
      signal.addEventListener('abort', wake, { once: true })
      return {
        /** Resolves at the next notification, when the poll interval has passed, or when the signal aborts. */
        next(): Promise<void> {
          clearTimeout(timer)
          wakeup = Promise.withResolvers()
          timer = setTimeout(wake, pollMs)
          if (signal.aborted) wake()
          return wakeup.promise
        },
        end(): void {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          others.delete(wake)
          if (others.size === 0 && waiting.get(key) === others) waiting.delete(key)
        },
      }
    },
  }
}
