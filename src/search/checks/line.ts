// The check queue of one cloud: concurrency, spacing and order of checks.
import PQueue from 'p-queue'
import type { BreakerNews } from '../../upstream/breaker-pause.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { createFlights, type Flight } from '../../upstream/flights.ts'
import type { Outcome } from '../../upstream/source.ts'
import { createTurn, type Turn } from '../../upstream/turn.ts'
import type { Manners, Verdict } from './check.ts'
import { createCloudBreaker, type Told } from './cloud-breaker.ts'
import type { Finding } from './finding.ts'

/** A queued or running check. */
export interface Place {
  /** Resolves to the finding; undefined if the check was cancelled. */
  readonly flight: Flight<Finding | undefined>
  hasBegun(): boolean
}

/** A check to queue. */
interface Errand {
  /** Checks with equal keys are run once. */
  readonly key: string
  /** Lower runs first. */
  readonly order: number
  /** Asks the cloud. */
  ask(signal: AbortSignal): Promise<Outcome<Verdict>>
  /** Turns the attempt into a finding. Called once per check, also if no caller waits any more. */
  conclude(told: Told): Finding
}

export interface Line {
  /** Joins the queued or running check with that key, or queues it; undefined if the queue is full. */
  join(errand: Errand): Place | undefined
  /** Whether no check is queued or running and the breaker is not open. */
  isIdle(): boolean
}

/** The limits that replicas share per cloud. */
export interface SharedLines {
  /** Waits until a check may start under the limits over all replicas; resolves to a function that ends it. Rejects with the signal's reason. */
  takeTurn(cloud: string, manners: Manners, signal: AbortSignal): Promise<() => void>
  breakerNews(cloud: string): BreakerNews
}

export interface LineParts {
  readonly cloud: string
  readonly manners: Manners
  /** Limits concurrent checks over all clouds. */
  readonly slots: PQueue
  /** Defined if there are other replicas. */
  readonly sharedLines?: SharedLines | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

/** Maximum queue length. A cloud takes a few checks a second, so more could not run within any deadline. */
const longest = 1_000

/** The state of a check in the queue. */
interface Standing {
  readonly turn: Turn
  /** Removes it from the queue if it has not started. */
  readonly leave: AbortController
  isBegun: boolean
}

/** Creates the check queue of a cloud. */
export function createLine(parts: LineParts): Line {
  const { manners } = parts
  const queue = new PQueue({ concurrency: manners.parallel, ...spacing(manners) })
  const flights = createFlights<Finding | undefined>()
  const standing = new Map<Place['flight'], Standing>()
  const { stand, isLeftAlone } = createWay(parts, standing)

  function begin(errand: Errand, place: { readonly slots: PQueue; readonly order: number }): Place {
    const mine = { turn: createTurn(place, errand.key), leave: new AbortController(), isBegun: false }
    const flight = flights.begin(errand.key, async (signal) => {
      const told = await stand(errand, mine, signal)
      return signal.aborted ? undefined : errand.conclude(told)
    })
    standing.set(flight, mine)
    const removeEntry = () => {
      standing.delete(flight)
    }
    flight.landed.then(removeEntry, removeEntry)
    return { flight, hasBegun: () => mine.isBegun }
  }

  return {
    join(errand) {
      const place = { slots: queue, order: errand.order }
      const flight = flights.underWay(errand.key)
      const known = flight && standing.get(flight)
      if (!known) return queue.size < longest ? begin(errand, place) : undefined
      known.turn.share(place)
      return { flight, hasBegun: () => known.isBegun }
    },
    isIdle: () => queue.size === 0 && queue.pending === 0 && !isLeftAlone(),
  }
}

/** Creates the runner of queued checks. When the breaker opens, all checks that have not started are rejected at once. */
function createWay({ cloud, manners, slots, sharedLines, epochMs }: LineParts, all: ReadonlyMap<unknown, Standing>) {
  const breaker = createCloudBreaker(cloud, epochMs, sharedLines?.breakerNews(cloud))
  const sendAway = () => {
    const rest = breaker.rest()
    if (rest) for (const { isBegun, leave } of all.values()) if (!isBegun) leave.abort(rest)
  }
  return {
    isLeftAlone: () => breaker.rest() !== undefined,
    async stand({ order, ask }: Errand, mine: Standing, signal: AbortSignal): Promise<Told> {
      const { turn, leave } = mine
      signal.addEventListener('abort', () => leave.abort(signal.reason), { once: true })
      const begin = () => {
        mine.isBegun = true
        return breaker.through(ask, signal).finally(sendAway)
      }
      try {
        const rest = breaker.rest()
        if (rest) throw rest
        const stood = () => slots.add(begin, { priority: -order, signal: leave.signal })
        const takeTurn = sharedLines && (() => sharedLines.takeTurn(cloud, manners, leave.signal))
        return await turn.take(takeTurn ? () => during(takeTurn, stood) : stood, leave.signal)
      } catch (error) {
        if (error instanceof UpstreamError) return { error, wasAsked: false }
        throw error
      }
    },
  }
}

/** Runs `work` within the limits shared by all replicas. */
async function during<T>(takeTurn: () => Promise<() => void>, work: () => Promise<T>): Promise<T> {
  const end = await takeTurn()
  try {
    return await work()
  } finally {
    end()
  }
}

/** `strict` counts each start: with fixed windows two checks could start back to back. */
function spacing({ spacingMs }: Manners) {
  return spacingMs === 0 ? {} : { interval: spacingMs, intervalCap: 1, strict: true }
}
