// The order in which the archive's thread takes orders: one after the other, or two at once where what is read need not wait for what is written.
import type { ArchiveOrder, ArchiveReply } from './archive-messages.ts'

/** Who has waited so long for others that search does not get what he wants in time: his sources give it. */
const longestWaitMs = 1_000

type Work = (order: ArchiveOrder) => Promise<ArchiveReply>

interface LanesParts {
  readonly work: Work
  /** Whether reading has a lane of its own. */
  readonly isApart: boolean
  /** Milliseconds since any time. */
  readonly clock: () => number
}

/** Makes them. */
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

/** What is done in it is done one after the other. */
function createLane() {
  let latest: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = latest.then(work)
    latest = done.catch(() => undefined)
    return done
  }
}
