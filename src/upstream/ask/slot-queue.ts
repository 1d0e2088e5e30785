// Ticket of an ask in a slot queue: its attempts wait there, with the best position of all callers that want the same.
import PQueue from 'p-queue'
import { withTimeout } from '../../async/timeout.ts'

/** The position of an ask in a shared queue. */
export interface QueuePosition {
  readonly slots: PQueue
  /** Lower runs first, including retries and further exchanges. */
  readonly order: number
  /** Time in milliseconds after which longer work releases its slot and continues; default: it keeps the slot. */
  readonly releaseAfterMs?: number | undefined
  /** The client it is asked for; clients take turns at each host. Default: no particular client. */
  readonly client?: string | undefined
}

export type QueueTicket = ReturnType<typeof createQueueTicket>

export function privateQueue(): QueuePosition {
  return { slots: new PQueue(), order: 0 }
}

/** Creates a ticket; `name` must be unique in its queue. */
export function createQueueTicket(first: QueuePosition, name: string) {
  const positions = new Map([[first.slots, first]])
  const waiting = new Map<string, (position: QueuePosition) => void>()
  let count = 0
  return {
    client: first.client,
    /** Runs `work` in a slot. Rejects as `work` does, or with the reason of `signal`. */
    run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      count += 1
      const id = `${name} ${count}`
      const result = Promise.withResolvers<T>()
      const start = async (releaseAfterMs: number | undefined) => {
        // A slot was free in another queue first.
        if (!waiting.delete(id)) return
        await withRelease(work().then(result.resolve, result.reject), releaseAfterMs)
      }
      const enqueue = ({ slots, order, releaseAfterMs }: QueuePosition) => {
        slots.add(() => start(releaseAfterMs), { priority: -order, id, signal }).catch(result.reject)
      }
      waiting.set(id, enqueue)
      for (const position of positions.values()) if (waiting.has(id)) enqueue(position)
      return result.promise
    },
    /** Another caller waits for the same: the ticket waits in both queues; in one queue the better position counts. */
    alsoWaitAt(position: QueuePosition): void {
      const { slots, order } = position
      const before = positions.get(slots)
      if (before && before.order <= order) return
      positions.set(slots, position)
      for (const [id, enqueue] of waiting)
        if (before) bringForward(slots, id, -order)
        else enqueue(position)
    },
  }
}

export function createQueueTickets() {
  const tickets = new Map<string, QueueTicket>()
  return {
    add(key: string, ticket: QueueTicket, until: Promise<unknown>): void {
      tickets.set(key, ticket)
      const end = () => {
        // An aborted ask may end after its successor has started.
        if (tickets.get(key) === ticket) tickets.delete(key)
      }
      until.then(end, end)
    },
    /** A caller at `position` also waits for the ask of this key, if one is in flight. */
    alsoWaitAt: (key: string, position: QueuePosition) => tickets.get(key)?.alsoWaitAt(position),
  }
}

/** Waits for work, but at most `releaseAfterMs`. Rejects if the work rejects within that time. */
export async function withRelease(work: Promise<unknown>, releaseAfterMs: number | undefined): Promise<void> {
  await (releaseAfterMs === undefined ? work : withTimeout(work, releaseAfterMs))
}

function bringForward(slots: PQueue, id: string, priority: number): void {
  try {
    slots.setPriority(id, priority)
  } catch (error) {
    // The task was aborted and is in no queue any more.
    if (!(error instanceof ReferenceError)) throw error
  }
}
