// Real clocks, processor time and seeded random numbers. A test hands clocks on and does not read them itself.

/** A monotonic clock in milliseconds. */
export function monotonicMs(): number {
  return performance.now()
}

/** Processor time of this thread in milliseconds; it is otherwise idle. */
async function costMs(run: () => unknown): Promise<number> {
  const start = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Milliseconds below which a run is linear enough. */
const suspiciousMs = 150

/**
 * Whether four times the input costs at most eight times the processor time; quadratic would be 16 times. The input is
 * measured again while it costs more: a real fault costs more in every round.
 */
export async function isLinear(quarter: () => unknown, whole: () => unknown): Promise<boolean> {
  let [small, large] = [Number.POSITIVE_INFINITY, await costMs(whole)]
  const isCheap = () => large < Math.max(suspiciousMs, 8 * small)
  for (let rounds = 0; !isCheap() && rounds < 12; rounds += 1) {
    small = Math.min(small, await costMs(quarter))
    if (!isCheap()) large = Math.min(large, await costMs(whole))
  }
  return isCheap()
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
