// One ask: from what is kept if that will do, else upstream, once however many wait for it.
import { LRUCache } from 'lru-cache'
import { type AskingParts, askUpstream, type Begun, failureOf } from './ask-upstream.ts'
import { UpstreamError } from './errors.ts'
import type { Wire } from './exchange.ts'
import { createFlights, type Flight, land, mayBeJoined } from './flights.ts'
import { givenBy, isYoung, keyOf, type Old, oldOf } from './kept.ts'
import type { Failure, Outcome, Source } from './source.ts'
import { createTurn, createTurns, ownPlace, type Place } from './turn.ts'

/** How a caller wants to be answered. */
export interface Want {
  /** An answer younger than this serves without asking. Default: the source's `freshMs`; 0 asks in any case. */
  readonly maxAgeMs?: number | undefined
  /** With a `maxAgeMs` of 0: what the source remembers (tokens, cookies) may serve all the same. Default: it is made anew too. */
  readonly mayRemember?: boolean
  /** Serve an older answer at once, and ask behind it. Default: wait, and fall back on it when asking fails. */
  readonly staleAtOnce?: boolean
  /** Leaving: the ask goes on only while somebody else waits for it. */
  readonly signal?: AbortSignal
}

export interface Asking {
  ask<Query, Item>(source: Source<Query, Item>, query: Query, want: Want, place?: Place): Promise<Outcome<Item>>
  /** What is kept of an earlier answer and may still serve, however old; undefined when there is none. */
  kept<Query, Item>(source: Source<Query, Item>, query: Query): Promise<Old<Item> | undefined>
  /** Ends every ask under way. */
  close(): void
}

/**
 * A mismatch is what an upstream has to say for now (a channel without a preview), so for this long the next caller is told it at once,
 * unless he wants a newer answer than a fresh one. So it is with a part that holds less than the answer before it.
 */
const knownMs = 60_000
const mostKnown = 5_000

/** Asking behind a stale answer goes on this long at the most. */
const behindMs = 30_000

/** Makes the asking of single sources. */
export function createAsking(parts: AskingParts, wire: Wire): Asking {
  const { answers } = parts
  const flights = createFlights<Outcome<unknown>>()
  const turns = createTurns()
  /** Where those ask who wait in no line: one for all, because who shares a flight is remembered with it. */
  const nowhere = ownPlace()
  const known = new LRUCache<string, Failure>({ max: mostKnown, ttl: knownMs, perf: wire, ttlResolution: 0 })

  function fly<Query, Item>(source: Source<Query, Item>, query: Query, begun: Omit<Begun, 'signal'>) {
    const { key } = begun
    const flight = flights.begin(key, async (signal) => {
      const { outcome, isSoForNow } = await askUpstream(source, query, { ...begun, signal }, { ...parts, ...wire })
      // One that was given up says nothing of its source.
      if (signal.aborted) return outcome
      const worth = outcome.state === 'fresh' ? source.worthOf?.(query, outcome.items) : undefined
      parts.heard?.(source.id, outcome, worth)
      if (isSoForNow && outcome.state === 'failed') known.set(key, outcome.failure)
      return outcome
    })
    turns.keep(key, begun.turn, flight.landed)
    return flight
  }

  return {
    async ask<Query, Item>(source: Source<Query, Item>, query: Query, want: Want, place = nowhere) {
      const key = keyOf(source, query)
      // Looked up before waiting for the store: a flight that lands meanwhile must serve, not be flown again.
      const underWay = flights.underWay(key)
      const old = oldOf<Item>(source, await answers.get(key), wire.now())
      if (want.signal?.aborted) return { state: 'failed', failure: leaving(want.signal.reason) }
      turns.share(key, place)
      const serves = old && isYoung(source, old, want.maxAgeMs, wire.now())
      const outcome: Outcome<Item> = serves
        ? { state: 'cached', ...old }
        : (again(want.maxAgeMs === undefined ? known.get(key) : undefined, old) ??
          (await flown(
            flights.underWay(key) ??
              joinable(underWay) ??
              fly(source, query, { turn: createTurn(place, key), key, old, anew: isAnew(want) }),
            old,
            want,
          )))
      wire.metrics.asked(outcome.state)
      return outcome
    },
    async kept(source, query) {
      return oldOf(source, await answers.get(keyOf(source, query)), wire.now())
    },
    close: flights.close,
  }
}

function isAnew({ maxAgeMs, mayRemember = false }: Want): boolean {
  return maxAgeMs === 0 && !mayRemember
}

/** A failure that is known already, as an outcome. */
function again<Item>(failure: Failure | undefined, old: Old<Item> | undefined): Outcome<Item> | undefined {
  if (!failure) return undefined
  return old ? { state: 'stale', ...old, failure } : { state: 'failed', failure }
}

function joinable<Result>(flight: Flight<Result> | undefined): Flight<Result> | undefined {
  return flight && mayBeJoined(flight) ? flight : undefined
}

/** What a flight comes to for one who wants it so and has an older answer to fall back on. */
async function flown<Item>(
  flight: Flight<Outcome<unknown>>,
  old: Old<Item> | undefined,
  want: Want,
): Promise<Outcome<Item>> {
  if (old && want.staleAtOnce) {
    goOnBehind(flight)
    return { state: 'stale', ...old }
  }
  const outcome = (await land(flight, want.signal)) ?? { state: 'failed', failure: leaving(want.signal?.reason) }
  if (outcome.state !== 'failed') return { ...outcome, items: givenBy<Item>(outcome.items) }
  return old ? { ...outcome, ...old, state: 'stale', failure: outcome.failure } : outcome
}

function goOnBehind(flight: Flight<unknown>): void {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(new UpstreamError('timeout', 'took too long')), behindMs)
  void land(flight, enough.signal).then(() => clearTimeout(timer))
}

/** Why the caller left, if it said so in our words. */
function leaving(reason: unknown): Failure {
  return failureOf(reason instanceof UpstreamError ? reason : new UpstreamError('timeout', 'given up: the caller left'))
}
