// Health of the process: memory, lag of the event loop, and the problems of other parts.

/** A mean lag above this makes every response late. */
const maxLagMs = 200

/** Memory is in bytes; problems are current ones, notices have no effect on the service; both are sentences. `lagMs` is the mean lag of the last 10 s. */
export function readProcess(lagMs: number, problems: readonly string[], notices: readonly string[]) {
  const { heapUsed, heapTotal, rss } = process.memoryUsage()
  const isBlocked = lagMs > maxLagMs
  const blocked = `the event loop is blocked: it is ${Math.round(lagMs)} ms late on average`
  return {
    uptimeMs: process.uptime() * 1000,
    nodeVersion: process.version,
    memory: { heapUsed, heapTotal, rss },
    /** Is the event loop blocked? `problems` then mentions it too. */
    isBlocked,
    problems: [...(isBlocked ? [blocked] : []), ...problems] as const,
    notices,
  }
}
