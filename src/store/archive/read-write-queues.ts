// Queues the requests of the archive's thread: one at a time, or reads and writes separately for PostgreSQL.
import type { ArchiveRequest, ArchiveResponse } from './messages.ts'

/** A search that waited this long returns nothing: its result would be too late, and its sources answer anyway. */
const maxQueuedMs = 1_000

type HandleRequest = (order: ArchiveRequest) => Promise<ArchiveResponse>

interface QueuesOptions {
  readonly work: HandleRequest
  /** Whether reads have a queue of their own. */
  readonly hasReadQueue: boolean
  /** Monotonic milliseconds. */
  readonly clock: () => number
}

/** Creates the queues. */
export function createQueues({ work, hasReadQueue, clock }: QueuesOptions): HandleRequest {
  const writing = createQueue()
  const reading = hasReadQueue ? createQueue() : writing

  return (order) => {
    if (order.kind === 'health' || order.kind === 'stretch') return reading(() => work(order))
    if (order.kind !== 'find') return writing(() => work(order))
    const until = clock() + maxQueuedMs
    return reading(() => work(clock() > until ? { ...order, wanted: { ...order.wanted, ways: [] } } : order))
  }
}

/** Creates a queue that runs one job at a time. */
function createQueue() {
  let latest: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = latest.then(work)
    latest = done.catch(() => undefined)
    return done
  }
}
