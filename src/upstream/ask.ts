// One ask: from what is kept if that will do, else upstream, once however many wait for it.
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

/** How a caller wants to be answered. */
export interface Want {
  /** An answer younger than this serves without asking. Default: the source's `freshMs`; 0 asks in any case. */
  readonly maxAgeMs?: number | undefined
  /** With a `maxAgeMs` of 0: what the source remembers (tokens, cookies) may serve all the same. Default: it is made anew too. */
  readonly mayRemember?: boolean
  /** Somebody insists: a host that is left alone is tried all the same, as often as its breaker allows. */
  readonly forcesTrial?: boolean
  /** Serve an older answer at once, and ask behind it. Default: wait, and fall back on it when asking fails. */
  readonly staleAtOnce?: boolean
  /** Serve at once what was kept before this time (epoch milliseconds), however old, and ask behind it: what an earlier process left. */
  readonly atOnceBefore?: number | undefined
  /** Where to leave a mark of what the outcome rests on; none is left where somebody is still being asked. */
  readonly marks?: Marks | undefined
  /** Leaving: the ask goes on only while somebody else waits for it. */
  readonly signal?: AbortSignal
}

export interface Asking {
  ask<Query, Item>(source: Source<Query, Item>, query: Query, want: Want, place?: Place): Promise<Outcome<Item>>
  /** What is kept of an earlier answer and may still serve, however old; undefined when there is none. */
  kept<Query, Item>(source: Source<Query, Item>, query: Query): Promise<Old<Item> | undefined>
  /** Would who asks now cause nobody to be asked, because enough is known, or somebody is being asked already? */
  isAtHand<Query, Item>(source: Source<Query, Item>, query: Query): Promise<boolean>
  /** Ends every ask under way. */
  close(): void
}

/** Asking behind a stale answer goes on this long at the most. */
const behindMs = 30_000

/** What a flight came to, and the mark of it. */
interface Landed {
  readonly outcome: Outcome<unknown>
  readonly mark: Mark
}

/** Makes the asking of single sources. */
export function createAsking(parts: AskingParts & { readonly versions: Versions }, wire: Wire): Asking {
  const { versions } = parts
  const keptAt = createKeptAt(parts.answers, wire.now)
  const flights = createFlights<Landed>()
  const turns = createTurns()
  /** Where those ask who wait in no line: one for all, because who shares a flight is remembered with it. */
  const nowhere = ownPlace()
  const known = createKnown(wire.now)

  const fly = createFlying(parts, wire, { flights, turns, known })
  hearOthers(parts, known)

  return {
    async ask<Query, Item>(source: Source<Query, Item>, query: Query, want: Want, place = nowhere) {
      const key = keyOf(source, query)
      // Looked up before waiting for the store: a flight that lands meanwhile must serve, not be flown again.
      const underWay = flights.underWay(key)
      const version = versions.of(key)
      const old = await keptAt<Item>(source, key)
      if (want.signal?.aborted) return { state: 'failed', failure: leaving(want.signal.reason) }
      turns.share(key, place)
      const served = known.atHand(key, source, old, want.maxAgeMs)
      if (served) want.marks?.add({ ...version, until: served.until })
      const outcome: Outcome<Item> =
        served?.outcome ??
        (await flown(
          flights.underWay(key) ??
            joinable(underWay) ??
            fly(source, query, { turn: createTurn(place, key), key, old, want }),
          old,
          // What an earlier process left is a reason not to wait once: who asks again is to hear how it went.
          known.hasFailed(key) ? { ...want, atOnceBefore: undefined } : want,
        ))
      wire.metrics.asked(outcome.state)
      return outcome
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

/** What outlasts single asks. */
interface Tables {
  readonly flights: Flights<Landed>
  readonly turns: ReturnType<typeof createTurns>
  readonly known: Known
}

/** An ask that begins, and what whoever began it would take for an answer. */
type Beginning = Omit<Begun, 'signal' | 'anew' | 'keep' | 'forcesTrial'> & { readonly want: Want }

/** Makes what begins an ask upstream, for all who wait for it. */
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
      // What others came to was counted when they told of it; something newer may have been told since.
      const isTold = !isOurs && versions.of(key).version !== before.version
      // A failure too: what was told of this source before is no longer all there is to say.
      if (!isTold) versions.changed(key)
      const version = isTold ? before : versions.of(key)
      const landed = { outcome, mark: { ...version, until: known.until(source, outcome, isSoForNow) } }
      // One that was given up says nothing of its source.
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

/** Asks a source of its upstream, once for all who could. */
async function askOnce<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  { want, ...begun }: Beginning & Pick<Begun, 'signal'>,
  parts: AskingParts & Wire,
) {
  const { others, now } = parts
  const anew = isAnew(want)
  const ask = (keep?: Errand['keep']) =>
    askUpstream(source, query, { ...begun, anew, keep, forcesTrial: want.forcesTrial }, parts)
  if (!others) return { ...(await ask()), isOurs: true }
  return askForAll({ ...begun, claim: others.claim, wanted: wantedBy(source, want.maxAgeMs, now), ask })
}

function worthOf<Query, Item>(source: Source<Query, Item>, query: Query, outcome: Outcome<Item>): number | undefined {
  return outcome.state === 'fresh' ? source.worthOf?.(query, outcome.items) : undefined
}

/** Takes up what others come to. */
function hearOthers({ others, versions, learned }: AskingParts & { readonly versions: Versions }, known: Known): void {
  others?.onNews(({ key, source, ended, isSoForNow }) => {
    if (ended) known.note(key, ended, isSoForNow)
    versions.changed(key)
    if (ended) learned?.(source, ended)
  })
  others?.onGap(versions.allChanged)
}

/** Makes what gives what is kept under a key, and may still serve. */
function createKeptAt(answers: AskingParts['answers'], now: () => number) {
  return async <Item>(source: Source<never, Item>, key: string): Promise<Old<Item> | undefined> =>
    oldOf<Item>(source, believed(source, await answers.get(key)), now())
}

function isAnew({ maxAgeMs, mayRemember = false }: Want): boolean {
  return maxAgeMs === 0 && !mayRemember
}

function joinable<Result>(flight: Flight<Result> | undefined): Flight<Result> | undefined {
  return flight && mayBeJoined(flight) ? flight : undefined
}

/** What a flight comes to for one who wants it so and has an older answer to fall back on. */
async function flown<Item>(flight: Flight<Landed>, old: Old<Item> | undefined, want: Want): Promise<Outcome<Item>> {
  const left = old && old.at.getTime() < (want.atOnceBefore ?? 0)
  if (old && (want.staleAtOnce || left)) {
    goOnBehind(flight)
    // Why an earlier process had only a part is no news: it is being asked again.
    const { failure, ...items } = old
    return { state: 'stale', ...items, ...(left || !failure ? {} : { failure }) }
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

/** Why the caller left, if it said so in our words. */
function leaving(reason: unknown): Failure {
  return failureOf(reason instanceof UpstreamError ? reason : new UpstreamError('timeout', 'given up: the caller left'))
}
