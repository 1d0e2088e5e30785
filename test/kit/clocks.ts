// Real clocks, processor time and seeded random numbers. A test hands clocks on and does not read them itself.

/** A monotonic clock in milliseconds. */
export function monotonicMs(): number {
  return performance.now()
}

/** Processor time of this thread in milliseconds. */
export function costMs(run: () => unknown): number {
  const start = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Returns numbers from 0 (inclusive) to 1 (exclusive), by mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const once = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
}
