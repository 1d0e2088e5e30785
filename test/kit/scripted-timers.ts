// A clock and timers that move only when a test advances them.

/** Timers in the form that the page uses, and a clock in milliseconds that starts at zero. */
export function createScriptedTimers() {
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>()
  const clock = { now: 0 }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    timers: {
      after(ms: number, run: () => void): () => void {
        const timer = { at: clock.now + ms, run }
        waiting.add(timer)
        return () => waiting.delete(timer)
      },
    },
    now: () => clock.now,
    /** Advances the clock by `ms` and runs due timers in order. */
    async pass(ms: number): Promise<void> {
      const end = clock.now + ms
      for (;;) {
        await settle()
        const [next] = [...waiting].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)
        if (!next) break
        waiting.delete(next)
        clock.now = next.at
        next.run()
      }
      clock.now = end
    },
    settle,
  }
}
