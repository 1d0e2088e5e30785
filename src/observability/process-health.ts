// Health of the process: memory, event loop lag, and the problems of other parts.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Measurement window; a mean lag above `maxLagMs` makes every response late. */
const windowMs = 10_000
const maxLagMs = 200
/** Sampling interval of the delay monitor, which is also the value it reports for an idle loop. */
const resolutionMs = 20

/** Minimum samples for a verdict: a single late one may be the startup or one large page. */
const minSamples = 10

type DelayMonitor = Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'disable' | 'reset' | 'mean' | 'count'>

/** Starts monitoring the event loop; the result includes the problems and notices of `source`. */
export function monitorProcess(
  source: { problems(): readonly string[]; notices(): readonly string[] },
  loop: DelayMonitor = monitorEventLoopDelay({ resolution: resolutionMs }),
) {
  loop.enable()
  let lastMeanMs = 0
  const timer = setInterval(() => {
    lastMeanMs = toMeanMs(loop.mean)
    loop.reset()
  }, windowMs).unref()
  return {
    /** Memory is in bytes; problems are current ones, notices have no effect on the service; both are sentences. */
    read() {
      const { heapUsed, heapTotal, rss } = process.memoryUsage()
      const lagMs = Math.max(lastMeanMs, loop.count < minSamples ? 0 : toMeanMs(loop.mean)) - resolutionMs
      const isBlocked = lagMs > maxLagMs
      const blocked = `the event loop is blocked: it is ${Math.round(lagMs)} ms late on average`
      return {
        uptimeMs: process.uptime() * 1000,
        nodeVersion: process.version,
        memory: { heapUsed, heapTotal, rss },
        /** Is the event loop blocked? `problems` then mentions it too. */
        isBlocked,
        problems: [...(isBlocked ? [blocked] : []), ...source.problems()] as const,
        notices: source.notices(),
      }
    },
    stop() {
      clearInterval(timer)
      loop.disable()
    },
  }
}

/** Converts nanoseconds; a window without samples counts as 0. */
function toMeanMs(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : 0
}
