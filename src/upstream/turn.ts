// The turn of one ask in a queue of slots: its attempts wait there, and go by the turn of whoever wants the same and is earlier.
import PQueue from 'p-queue'

/** Where an ask stands among others that share a queue. */
export interface Place {
  readonly slots: PQueue
  /** Lower goes first, with retries and further exchanges. */
  readonly order: number
  /** Work that takes longer gives its slot back and goes on without one; default: it keeps it to the end. */
  readonly holdMs?: number | undefined
  /** For whom it is asked; clients take turns at each host. Default: for nobody in particular. */
  readonly client?: string | undefined
}

export interface Turn {
  /** For whom it was begun. */
  readonly client?: string | undefined
  /** Does `work` when there is a slot. Rejects as `work` does, or with the reason of `signal`. */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** Somebody at `place` waits for the same: it stands in both queues then, and begins where there is a slot first; in one queue the earlier place counts. */
  share(place: Place): void
}

/** A place in a queue of its own. */
export function ownPlace(): Place {
  return { slots: new PQueue(), order: 0 }
}

/** Makes a turn; `name` is unlike that of every other turn in the same queue. */
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
        // Another queue had a slot sooner.
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

/** The turns of asks under way. */
export interface Turns {
  keep(key: string, turn: Turn, until: Promise<unknown>): void
  /** Somebody at `place` waits for what is under way under a key, if anything is. */
  share(key: string, place: Place): void
}

/** Makes an empty table of turns. */
export function createTurns(): Turns {
  const turns = new Map<string, Turn>()
  return {
    keep(key, turn, until) {
      turns.set(key, turn)
      const end = () => {
        // One that was given up may end after its successor has begun.
        if (turns.get(key) === turn) turns.delete(key)
      }
      until.then(end, end)
    },
    share: (key, place) => turns.get(key)?.share(place),
  }
}

/** Waits for work to end, but not for longer than `holdMs`. Rejects as the work does within that time. */
export async function held(work: Promise<unknown>, holdMs: number | undefined): Promise<void> {
  if (holdMs === undefined) return void (await work)
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
    // It has left the queue a moment ago, and begins.
    if (!(error instanceof ReferenceError)) throw error
  }
}
