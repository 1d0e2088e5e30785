// Single flight: one piece of work under way per key, however many wait for it; when the last of them leaves, it ends.
import { UpstreamError } from './errors.ts'

/** Work under way. */
export interface Flight<Result> {
  readonly landed: Promise<Result>
  readonly ending: AbortController
  waiting: number
}

export interface Flights<Result> {
  /** The flight under a key that may be joined: one that was ended because everybody had left is none. */
  underWay(key: string): Flight<Result> | undefined
  /** Begins work under a key that nobody works on. `work` must not reject; its signal aborts when nobody waits any more. */
  begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result>
  /** Ends all. */
  close(): void
}

/** Makes an empty table of flights. */
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
        // One that was ended may land after its successor has begun.
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

/** Will it land as it should, or has it landed so? One that was ended lands as a failure that is not the upstream's. */
export function mayBeJoined(flight: Flight<unknown>): boolean {
  return !flight.ending.signal.aborted
}

/** Waits until the flight lands, or until `signal` says that the caller leaves: then the result is undefined. */
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
    flight.ending.abort(new UpstreamError('timeout', 'given up: nobody waits for it any more'))
  return result
}
