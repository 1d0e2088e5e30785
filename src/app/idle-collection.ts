// Collects garbage when the process becomes idle: V8 collects when memory is allocated, so an idle process would hold its garbage for hours.
import type { EventLoopUtilization } from 'node:perf_hooks'

/** Work in milliseconds after which a collection is worth its time: it takes about 200 ms of the processor. */
const workMs = 4_000

/** Share of an interval that an idle process works at most. */
const idleShare = 0.05

export interface IdleCollectionOptions {
  /** Time of the event loop since its start. */
  readonly utilization: () => Pick<EventLoopUtilization, 'active' | 'idle'>
  /** Collects all garbage and returns the memory to the system. */
  readonly collect: () => void
}

/** Creates the function that is called at intervals: it collects in the first idle one after enough work. */
export function createIdleCollection({ utilization, collect }: IdleCollectionOptions): () => void {
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
