// Single flight: concurrent callers of a key share one running call; it is aborted when the last caller leaves.
import { UpstreamError } from './errors.ts'

/** A running call. */
export interface Flight<Result> {
  readonly landed: Promise<Result>
  readonly ending: AbortController
  waiting: number
}

export interface Flights<Result> {
  /** The running call of a key, if it can still be joined: not after it was aborted because every caller had left. */
  underWay(key: string): Flight<Result> | undefined
  /** Starts a call for a key that has none. `work` must not reject; its signal aborts when no caller waits. */
  begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result>
  /** Aborts all running calls. */
  close(): void
}

/** Creates an empty table of running calls. */
export function createFlights<Result>(): Flights<Result> {
  const flights = new Map<string, Flight<Result>>()
  return {
    underWay(key) {
      const flight = flights.get(key)
      return flight && mayBeJoined(flight) ? flight : undefined
    },
    begin(key, work) {
      const ending = new AbortController()
      const landed = work(ending.signal).finally(() => {
        // An aborted call may end after its successor has started.
        if (flights.get(key) === flight) flights.delete(key)
      })
      const flight = { landed, ending, waiting: 0 }
      flights.set(key, flight)
      return flight
    },
    close() {
      for (const flight of flights.values()) flight.ending.abort(new UpstreamError('timeout', 'the service stops'))
    },
  }
}

/** Whether a call was not aborted: an aborted one ends with a failure that is not the upstream's. */
export function mayBeJoined(flight: Flight<unknown>): boolean {
  return !flight.ending.signal.aborted
}

/** Waits for the result of a call; undefined if `signal` aborts first. */
export async function land<Result>(
  flight: Flight<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | undefined> {
  flight.waiting += 1
  const left = Promise.withResolvers<undefined>()
  const leave = () => left.resolve(undefined)
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })
  const result = await Promise.race([flight.landed, left.promise])
  signal?.removeEventListener('abort', leave)
  flight.waiting -= 1
  if (result === undefined && flight.waiting === 0)
    flight.ending.abort(new UpstreamError('timeout', 'aborted: no caller waits for it'))
  return result
}
