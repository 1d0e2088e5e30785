// How the process itself is doing. A leaf: it looks at the process, and decides nothing.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What the process says of itself. */
interface Vitals {
  readonly uptimeMs: number
  readonly nodeVersion: string
  /** Bytes. */
  readonly memory: { readonly heapUsed: number; readonly heapTotal: number; readonly rss: number }
  /** Is the event loop blocked? One of the troubles says so, too. */
  readonly isBlocked: boolean
  /** Why the process does not work as it should, a sentence each. */
  readonly troubles: readonly string[]
  /** What somebody should know although all works, a sentence each. */
  readonly notices: readonly string[]
}

/** Something the process stands on, and what it says of itself. */
interface Ground {
  troubles(): readonly string[]
  notices(): readonly string[]
}

/** The event loop is looked at over so long; what comes late by more than `lateMs` in the mean makes every answer late. */
const windowMs = 10_000
const lateMs = 200
/** The loop is asked this often; it is what a loop with nothing to do shows. */
const resolutionMs = 20

/** One late sample among fewer than these says nothing: the start of the service, one large page. */
const enoughSamples = 10

/** How late the event loop is, in nanoseconds. */
type Loop = Pick<ReturnType<typeof monitorEventLoopDelay>, 'enable' | 'disable' | 'reset' | 'mean' | 'count'>

/** Begins to watch the event loop; what `ground` has to say is said along with ours. */
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
      const blocked = `the event loop is blocked: what is due comes ${Math.round(late)} ms late in the mean`
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

/** From nanoseconds; a window without samples has none. */
function meanMs(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : 0
}
