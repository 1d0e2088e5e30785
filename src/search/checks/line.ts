// The line before one cloud: how many checks at once, how far apart, who goes first.
import PQueue from 'p-queue'
import type { BreakerNews } from '../../upstream/breaker-pause.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { createFlights, type Flight } from '../../upstream/flights.ts'
import type { Outcome } from '../../upstream/source.ts'
import { createTurn, type Turn } from '../../upstream/turn.ts'
import type { Manners, Verdict } from './check.ts'
import { createCloudBreaker, type Told } from './cloud-breaker.ts'
import type { Finding } from './finding.ts'

/** A check that stands in line, or has begun. */
export interface Place {
  /** Lands as what the errand concludes; as nothing when it was given up. */
  readonly flight: Flight<Finding | undefined>
  hasBegun(): boolean
}

/** What is asked in line. */
interface Errand {
  /** Equal keys are the same check. */
  readonly key: string
  /** Lower goes first. */
  readonly order: number
  /** Asks the cloud. */
  ask(signal: AbortSignal): Promise<Outcome<Verdict>>
  /** Says what follows, once however many wait for it, and also when nobody waits any more for a check that went on. */
  conclude(told: Told): Finding
}

export interface Line {
  /** The check of that key: one under way, or one that takes its place in line now; undefined when the line is full. */
  join(errand: Errand): Place | undefined
  /** Does nobody stand in line, is nobody asked, and may the cloud be? */
  isIdle(): boolean
}

/** What a line has to do with those that other replicas have before the same cloud. */
export interface SharedLines {
  /** Waits until a check may begin by the manners, as though there were one line; gives what ends it. Rejects with the reason of the signal. */
  takeTurn(cloud: string, manners: Manners, signal: AbortSignal): Promise<() => void>
  breakerNews(cloud: string): BreakerNews
}

export interface LineParts {
  readonly cloud: string
  readonly manners: Manners
  /** What all lines share: so many checks at once over all clouds. */
  readonly slots: PQueue
  /** Where there are other replicas. */
  readonly sharedLines?: SharedLines | undefined
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** More could not be asked within any deadline: a cloud takes some checks a second. */
const longest = 1_000

/** A check from taking its place to its end. */
interface Standing {
  readonly turn: Turn
  /** Takes it out of the line, as long as it has not begun. */
  readonly leave: AbortController
  isBegun: boolean
}

/** Makes the line before a cloud. */
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
    const end = () => void standing.delete(flight)
    flight.landed.then(end, end)
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

/** Makes the way of one check through the line. When the cloud is to be left alone, all who have not begun need not wait to hear so. */
function createWay({ cloud, manners, slots, sharedLines, now }: LineParts, all: ReadonlyMap<unknown, Standing>) {
  const breaker = createCloudBreaker(cloud, now, sharedLines?.breakerNews(cloud))
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

/** Does `work` when it is its turn among all replicas, and says when it is over. */
async function during<T>(takeTurn: () => Promise<() => void>, work: () => Promise<T>): Promise<T> {
  const end = await takeTurn()
  try {
    return await work()
  } finally {
    end()
  }
}

/** Beginnings are counted one by one: windows of fixed length would let two follow each other at once. */
function spacing({ spacingMs }: Manners) {
  return spacingMs === 0 ? {} : { interval: spacingMs, intervalCap: 1, strict: true }
}
