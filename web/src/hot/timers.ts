// Waiting, as pieces are handed it: the browser's, or a test's own.

export interface Timers {
  /** Runs something once after so many milliseconds, unless what it returns is called before. */
  after(ms: number, run: () => void): () => void
}

/** The browser's. */
export const browserTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
