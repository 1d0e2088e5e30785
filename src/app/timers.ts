// Periodic work: the timers, a check whether the system clock was set, and garbage collection when the process is idle.

import type { EventLoopUtilization } from 'node:perf_hooks'
import type { Logger } from '../observability/log.ts'

export interface Clock {
  /** The time of day, in epoch milliseconds. */
  epochMs(): number
  /** Milliseconds of a clock that never jumps, for durations. */
  monotonicMs(): number
}

interface PeriodicTask {
  readonly everyMs: number
  /** Must not reject or throw. */
  run(): unknown
}

/** Starts the tasks that are there. Returns a function that stops them. */
export function startTimers(tasks: Readonly<Record<string, PeriodicTask | undefined>>): () => void {
  const timers = Object.values(tasks).flatMap((task) =>
    task ? [setInterval(() => void task.run(), task.everyMs).unref()] : [],
  )
  return () => timers.forEach(clearInterval)
}

/** Smaller steps are those of time synchronization. */
const minStepMs = 2 * 60_000

/** Creates the function that compares the wall clock with the monotonic one, to be called at intervals; `onSetBack` drops what depends on later times. */
export function createClockWatch(
  { epochMs, monotonicMs, log }: Clock & { readonly log: Pick<Logger, 'info' | 'warn'> },
  onSetBack: () => void,
) {
  const lead = () => epochMs() - monotonicMs()
  let before = lead()
  return (): void => {
    const stepMs = lead() - before
    before += stepMs
    if (stepMs >= minStepMs)
      log.info({ stepMs }, 'the system clock went forward, as after a suspension; older answers are refreshed')
    if (stepMs > -minStepMs) return
    log.warn({ stepMs }, 'the system clock was set back; answers and pauses of later times are dropped')
    onSetBack()
  }
}

/** Work in milliseconds after which a collection is worth its time: it takes about 200 ms of the processor. */
const workMs = 4_000

/** Share of an interval that an idle process works at most. */
const idleShare = 0.05

/** Creates the function that is called at intervals: it collects in the first idle one after enough work. `utilization`: of the event loop since its start. */
export function createIdleCollection(
  utilization: () => Pick<EventLoopUtilization, 'active' | 'idle'>,
  collect: () => void,
): () => void {
  let last = { active: 0, idle: 0 }
  // The start is work too.
  let collectedAt = -workMs
  return () => {
    const now = utilization()
    const active = now.active - last.active
    const isIdle = active <= idleShare * (active + now.idle - last.idle)
    last = now
    if (!isIdle || now.active - collectedAt < workMs) return
    collect()
    // Without the time of the collection itself.
    collectedAt = utilization().active
  }
}
