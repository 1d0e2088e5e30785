// Health of the process: memory, event loop lag, and the problems of other parts.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Health of the process. */
interface Vitals {
  readonly uptimeMs: number
  readonly nodeVersion: string
  /** Bytes. */
  readonly memory: { readonly heapUsed: number; readonly heapTotal: number; readonly rss: number }
  /** Is the event loop blocked? `troubles` then mentions it too. */
  readonly isBlocked: boolean
  /** Current problems, a sentence each. */
  readonly troubles: readonly string[]
  /** Notices without an effect on the service, a sentence each. */
  readonly notices: readonly string[]
}

/** Another part with problems and notices of its own. */
interface Ground {
  troubles(): readonly string[]
  notices(): readonly string[]
}

/** Measurement window; a mean lag above `lateMs` makes every response late. */
const windowMs = 10_000
const lateMs = 200
/** Sampling interval of the delay monitor, which is also the value it reports for an idle loop. */
const resolutionMs = 20

/** Minimum samples for a verdict: a single late one may be the startup or one large page. */
const enoughSamples = 10

/** Event loop delay, in nanoseconds. */
type Loop = Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'disable' | 'reset' | 'mean' | 'count'>

/** Starts monitoring the event loop; the result includes the problems and notices of `ground`. */
export function watchVitals(
  ground: Ground,
  loop: Loop = monitorEventLoopDelay({ resolution: resolutionMs }),
): { read(): Vitals; stop(): void } {
  loop.enable()
  let lastMeanMs = 0
  const timer = setInterval(() => {
    lastMeanMs = meanMs(loop.mean)
    loop.reset()
  }, windowMs).unref()
  return {
    read() {
      const { heapUsed, heapTotal, rss } = process.memoryUsage()
      const late = Math.max(lastMeanMs, loop.count < enoughSamples ? 0 : meanMs(loop.mean)) - resolutionMs
      const blocked = `the event loop is blocked: it is ${Math.round(late)} ms late on average`
      return {
        uptimeMs: process.uptime() * 1000,
        nodeVersion: process.version,
        memory: { heapUsed, heapTotal, rss },
        isBlocked: late > lateMs,
        troubles: [...(late > lateMs ? [blocked] : []), ...ground.troubles()],
        notices: ground.notices(),
      }
    },
    stop() {
      clearInterval(timer)
      loop.disable()
    },
  }
}

/** Converts nanoseconds; a window without samples counts as 0. */
function meanMs(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : 0
}
