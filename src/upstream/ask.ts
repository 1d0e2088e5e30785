// Answers one ask from the cache or from upstream; concurrent asks for the same key share one request (single flight).
import { type AskingParts, askUpstream, type Begun, failureOf } from './ask-upstream.ts'
import { UpstreamError } from './errors.ts'
import type { Wire } from './exchange.ts'
import { createFlights, type Flight, type Flights, land, mayBeJoined } from './flights.ts'
import { believed, givenBy, keyOf, type Old, oldOf } from './kept.ts'
import { createKnown, type Known } from './known.ts'
import { askForAll, type Errand, wantedBy } from './others.ts'
import type { Failure, Outcome, Source } from './source.ts'
import { createTurn, createTurns, ownPlace, type Place } from './turn.ts'
import type { Mark, Marks, Versions } from './versions.ts'

/** Options of one ask. */
export interface Want {
  /** Maximum age in milliseconds of a cached answer. Default: the source's `freshMs`; 0 always asks upstream. */
  readonly maxAgeMs?: number | undefined
  /** With a `maxAgeMs` of 0: allow remembered values (tokens, cookies). Default: they are created again too. */
  readonly mayRemember?: boolean
  /** The user insists: try a host whose breaker is open, as often as the breaker allows. */
  readonly forcesTrial?: boolean
  /**
   * Serve a stale answer at once and refresh in the background. Default: wait, and serve the stale answer only if
   * asking fails.
   */
  readonly staleAtOnce?: boolean
  /**
   * Serve an answer stored before this time (epoch milliseconds) at once, regardless of its age, and refresh it in the
   * background: it was left by an earlier process.
   */
  readonly atOnceBefore?: number | undefined
  /** Collects the versions that the outcome depends on; nothing is added while the ask is still running. */
  readonly marks?: Marks | undefined
  /** Aborts when the caller disconnects; the ask continues only if another caller waits for it. */
  readonly signal?: AbortSignal
}

export interface Asking {
  ask<Query, Item>(source: Source<Query, Item>, query: Query, want: Want, place?: Place): Promise<Outcome<Item>>
  /** The cached answer, if it may still be served, regardless of its age. */
  kept<Query, Item>(source: Source<Query, Item>, query: Query): Promise<Old<Item> | undefined>
  /** Whether an ask could be answered without a new upstream request: from the cache, or by joining one in flight. */
  isAtHand<Query, Item>(source: Source<Query, Item>, query: Query): Promise<boolean>
  /** Aborts all asks in flight. */
  close(): void
}

/** Maximum duration of a background refresh. */
const behindMs = 30_000

/** The result of a flight, and the version it has. */
interface Landed {
  readonly outcome: Outcome<unknown>
  readonly mark: Mark
}

/** Creates the service that asks single sources. */
export function createAsking(parts: AskingParts & { readonly versions: Versions }, wire: Wire): Asking {
  const { versions } = parts
  const keptAt = createKeptAt(parts.answers, wire.epochMs)
  const flights = createFlights<Landed>()
  const turns = createTurns()
  /**
   * The queue position of asks without a queue. It is one shared object, because positions are remembered with the
   * flight.
   */
  const nowhere = ownPlace()
  const known = createKnown(wire.epochMs)

  const fly = createFlying(parts, wire, { flights, turns, known })
  hearOthers(parts, known)

  function counted<Item>(outcome: Outcome<Item>): Outcome<Item> {
    wire.metrics.asked(outcome.state)
    return outcome
  }

  return {
    async ask<Query, Item>(source: Source<Query, Item>, query: Query, want: Want, place = nowhere) {
      const key = keyOf(source, query)
      // Read before the store is awaited: a flight that ends meanwhile must still serve this ask.
      const flightAtStart = flights.underWay(key)
      const version = versions.of(key)
      const old = await keptAt<Item>(source, key)
      if (want.signal?.aborted) return { state: 'failed', failure: leaving(want.signal.reason) }
      turns.share(key, place)
      const served = known.atHand(key, source, old, want.maxAgeMs)
      if (served) {
        want.marks?.add({ ...version, until: served.until })
        return counted(served.outcome)
      }
      const flight =
        flights.underWay(key) ??
        joinable(flightAtStart) ??
        fly(source, query, { turn: createTurn(place, key), key, old, want })
      // An answer of an earlier process replaces waiting only once: after a failure the next caller waits and sees
      // the result.
      const joined = known.hasFailed(key) ? { ...want, atOnceBefore: undefined } : want
      return counted(await flown(flight, old, joined))
    },
    kept: (source, query) => keptAt(source, keyOf(source, query)),
    async isAtHand(source, query) {
      const key = keyOf(source, query)
      if (flights.underWay(key)) return true
      return known.atHand(key, source, await keptAt(source, key), undefined) !== undefined
    },
    close: flights.close,
  }
}

/** State that outlives single asks. */
interface Tables {
  readonly flights: Flights<Landed>
  readonly turns: ReturnType<typeof createTurns>
  readonly known: Known
}

/** The state of a new ask, and the options of the caller that started it. */
type Beginning = Omit<Begun, 'signal' | 'anew' | 'keep' | 'forcesTrial'> & { readonly want: Want }

/** Creates the function that starts an upstream ask, which all callers for the key share. */
function createFlying(
  parts: AskingParts & { readonly versions: Versions },
  wire: Wire,
  { flights, turns, known }: Tables,
) {
  const { versions } = parts
  return function fly<Query, Item>(source: Source<Query, Item>, query: Query, begun: Beginning) {
    const { key, turn } = begun
    const flight = flights.begin(key, async (signal) => {
      const before = versions.of(key)
      const { outcome, isSoForNow, isOurs } = await askOnce(source, query, { ...begun, signal }, { ...parts, ...wire })
      // Results of other replicas were counted when their message arrived; a newer one may have arrived since.
      const isTold = !isOurs && versions.of(key).version !== before.version
      // A failure changes the version too: a rendered response without it is out of date.
      if (!isTold) versions.changed(key)
      const version = isTold ? before : versions.of(key)
      const landed = { outcome, mark: { ...version, until: known.until(source, outcome, isSoForNow) } }
      // An aborted ask says nothing about the source.
      if (signal.aborted || isTold) return landed
      if (isOurs) parts.heard?.(source.id, outcome, worthOf(source, query, outcome))
      else parts.learned?.(source.id, outcome)
      known.note(key, outcome, isSoForNow)
      return landed
    })
    turns.keep(key, turn, flight.landed)
    return flight
  }
}

/** Asks the upstream of a source, once across all replicas. */
async function askOnce<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  { want, ...begun }: Beginning & Pick<Begun, 'signal'>,
  parts: AskingParts & Wire,
) {
  const { others, epochMs } = parts
  const anew = isAnew(want)
  const ask = (keep?: Errand['keep']) =>
    askUpstream(source, query, { ...begun, anew, keep, forcesTrial: want.forcesTrial }, parts)
  if (!others) return { ...(await ask()), isOurs: true }
  return askForAll({ ...begun, claim: others.claim, wanted: wantedBy(source, want.maxAgeMs, epochMs), ask })
}

function worthOf<Query, Item>(source: Source<Query, Item>, query: Query, outcome: Outcome<Item>): number | undefined {
  return outcome.state === 'fresh' ? source.worthOf?.(query, outcome.items) : undefined
}

/** Applies the results of other replicas. */
function hearOthers({ others, versions, learned }: AskingParts & { readonly versions: Versions }, known: Known): void {
  others?.onNews(({ key, source, ended, isSoForNow }) => {
    if (ended) known.note(key, ended, isSoForNow)
    versions.changed(key)
    if (ended) learned?.(source, ended)
  })
  others?.onGap(versions.allChanged)
}

/** Creates the lookup of cached answers that may still be served. */
function createKeptAt(answers: AskingParts['answers'], epochMs: () => number) {
  return async <Item>(source: Source<never, Item>, key: string): Promise<Old<Item> | undefined> =>
    oldOf<Item>(source, believed(source, await answers.get(key)), epochMs())
}

function isAnew({ maxAgeMs, mayRemember = false }: Want): boolean {
  return maxAgeMs === 0 && !mayRemember
}

function joinable<Result>(flight: Flight<Result> | undefined): Flight<Result> | undefined {
  return flight && mayBeJoined(flight) ? flight : undefined
}

/** Waits for a flight and chooses the outcome for this caller, with its older answer as the fallback. */
async function flown<Item>(flight: Flight<Landed>, old: Old<Item> | undefined, want: Want): Promise<Outcome<Item>> {
  const isOfEarlierProcess = old && old.at.getTime() < (want.atOnceBefore ?? 0)
  if (old && (want.staleAtOnce || isOfEarlierProcess)) {
    goOnBehind(flight)
    // The partial failure of an earlier process does not matter: the source is being asked again.
    return { ...old, state: 'stale', failure: isOfEarlierProcess ? undefined : old.failure }
  }
  const landed = await land(flight, want.signal)
  if (landed) want.marks?.add(landed.mark)
  const outcome = landed?.outcome ?? { state: 'failed', failure: leaving(want.signal?.reason) }
  if (outcome.state !== 'failed') return { ...outcome, items: givenBy<Item>(outcome.items) }
  return old ? { ...outcome, ...old, state: 'stale', failure: outcome.failure } : outcome
}

function goOnBehind(flight: Flight<unknown>): void {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(new UpstreamError('timeout', 'took too long')), behindMs)
  void land(flight, enough.signal).then(() => clearTimeout(timer))
}

/** Why the caller left, if the abort reason is an upstream error. */
function leaving(reason: unknown): Failure {
  return failureOf(
    reason instanceof UpstreamError ? reason : new UpstreamError('timeout', 'aborted: the caller disconnected'),
  )
}
