// Queues the requests of the archive's thread: one at a time, or reads and writes separately for PostgreSQL.
import type { ArchiveOrder, ArchiveReply } from './archive-messages.ts'

/** A search that waited this long returns nothing: its result would be too late, and its sources answer anyway. */
const longestWaitMs = 1_000

type Work = (order: ArchiveOrder) => Promise<ArchiveReply>

interface LanesParts {
  readonly work: Work
  /** Whether reads have a queue of their own. */
  readonly isApart: boolean
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

/** Creates the queues. */
export function createLanes({ work, isApart, clock }: LanesParts): Work {
  const writing = createLane()
  const reading = isApart ? createLane() : writing

  return (order) => {
    if (order.kind === 'health' || order.kind === 'stretch') return reading(() => work(order))
    if (order.kind !== 'find') return writing(() => work(order))
    const until = clock() + longestWaitMs
    return reading(() => work(clock() > until ? { ...order, wanted: { ...order.wanted, ways: [] } } : order))
  }
}

/** Creates a queue that runs one job at a time. */
function createLane() {
  let latest: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = latest.then(work)
    latest = done.catch(() => undefined)
    return done
  }
}
