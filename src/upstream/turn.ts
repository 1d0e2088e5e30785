// Ticket of an ask in a slot queue: its attempts wait there, with the best position of all callers that want the same.
import PQueue from 'p-queue'

/** The position of an ask in a shared queue. */
export interface Place {
  readonly slots: PQueue
  /** Lower runs first, including retries and further exchanges. */
  readonly order: number
  /**
   * Time in milliseconds after which longer work releases its slot and continues without one; default: it keeps the
   * slot.
   */
  readonly holdMs?: number | undefined
  /** The client it is asked for; clients take turns at each host. Default: no particular client. */
  readonly client?: string | undefined
}

export interface Turn {
  /** The client that started it. */
  readonly client?: string | undefined
  /** Runs `work` in a slot. Rejects as `work` does, or with the reason of `signal`. */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  /**
   * Another caller at `place` waits for the same: the ticket waits in both queues and starts where a slot is free
   * first; within one queue the better position counts.
   */
  share(place: Place): void
}

/** A position in a private queue. */
export function ownPlace(): Place {
  return { slots: new PQueue(), order: 0 }
}

/** Creates a ticket; `name` must be unique in its queue. */
export function createTurn(first: Place, name: string): Turn {
  const places = new Map([[first.slots, first]])
  const waiting = new Map<string, (place: Place) => void>()
  let count = 0
  return {
    client: first.client,
    take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      count += 1
      const id = `${name} ${count}`
      const taken = Promise.withResolvers<T>()
      const begin = async (holdMs: number | undefined) => {
        // A slot was free in another queue first.
        if (!waiting.delete(id)) return
        await held(work().then(taken.resolve, taken.reject), holdMs)
      }
      const stand = ({ slots, order, holdMs }: Place) => {
        slots.add(() => begin(holdMs), { priority: -order, id, signal }).catch(taken.reject)
      }
      waiting.set(id, stand)
      for (const place of places.values()) if (waiting.has(id)) stand(place)
      return taken.promise.finally(() => waiting.delete(id))
    },
    share(place) {
      const { slots, order } = place
      const before = places.get(slots)
      if (before && before.order <= order) return
      places.set(slots, place)
      for (const [id, stand] of waiting)
        if (before) bringForward(slots, id, -order)
        else stand(place)
    },
  }
}

/** The tickets of asks in flight. */
export interface Turns {
  keep(key: string, turn: Turn, until: Promise<unknown>): void
  /** A caller at `place` also waits for the ask of this key, if one is in flight. */
  share(key: string, place: Place): void
}

/** Creates an empty table of tickets. */
export function createTurns(): Turns {
  const turns = new Map<string, Turn>()
  return {
    keep(key, turn, until) {
      turns.set(key, turn)
      const end = () => {
        // An aborted ask may end after its successor has started.
        if (turns.get(key) === turn) turns.delete(key)
      }
      until.then(end, end)
    },
    share: (key, place) => turns.get(key)?.share(place),
  }
}

/** Waits for work, but at most `holdMs`. Rejects if the work rejects within that time. */
export async function held(work: Promise<unknown>, holdMs: number | undefined): Promise<void> {
  if (holdMs === undefined) {
    await work
    return
  }
  const enough = Promise.withResolvers<void>()
  const timer = setTimeout(enough.resolve, holdMs)
  try {
    await Promise.race([work, enough.promise])
  } finally {
    clearTimeout(timer)
  }
}

function bringForward(slots: PQueue, id: string, priority: number): void {
  try {
    slots.setPriority(id, priority)
  } catch (error) {
    // The task has just left the queue and starts.
    if (!(error instanceof ReferenceError)) throw error
  }
}
