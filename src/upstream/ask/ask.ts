// Answers one ask from the cache or from upstream; concurrent asks for the same key share one request (single flight).

import { createSingleFlight, type Flight, type Flights, isJoinable, join } from '../../async/single-flight.ts'
import { assumeItems, type CachedAnswer, cacheKey, usableAnswer, validateEntry } from '../cache/answer-entry.ts'
import { createFreshness, type Freshness } from '../cache/freshness.ts'
import type { Mark, Marks } from '../cache/versions.ts'
import { abortedCallError, UpstreamError } from '../errors.ts'
import { addCaller, type Caller, type Callers, createCallers, removeCaller } from '../host/queue.ts'
import type { ExchangeDependencies } from '../net/exchange.ts'
import type { Failure, Outcome, Source } from '../source.ts'
import { acceptanceOf, type StoreForAll } from './coordination.ts'
import { type AskDependencies, type AskStart, failureOf, runAsk } from './run-ask.ts'

export interface AskOptions {
  /** Maximum age in milliseconds of a cached answer. Default: the source's `freshMs`; 0 always asks upstream. */
  readonly maxAgeMs?: number | undefined
  /** With a `maxAgeMs` of 0: allow remembered values (tokens, cookies). Default: they are created again too. */
  readonly allowsRemembered?: boolean
  /** The user insists: try a host whose breaker is open, as often as the breaker allows. */
  readonly forcesTrial?: boolean
  /** Serve a stale answer at once and refresh in the background. Default: serve it only if asking fails. */
  readonly serveStale?: boolean
  /** Serve an answer stored before this time (epoch milliseconds), of an earlier process, at once, and refresh it. */
  readonly serveStaleBefore?: number | undefined
  /** Collects the versions that the outcome depends on; nothing is added while the ask is still running. */
  readonly versionReads?: Marks | undefined
  /** Aborts when the caller disconnects; the ask continues only if another caller waits for it. */
  readonly signal?: AbortSignal
}

/** Maximum duration of a background refresh. */
const maxBackgroundMs = 30_000

/** The result of a flight, and the version it has. */
interface AskResult {
  readonly outcome: Outcome<unknown>
  readonly mark: Mark
}

export function createAsker(parts: AskDependencies, wire: ExchangeDependencies) {
  const findCached = async <Item>(source: Source<never, Item>, key: string) =>
    usableAnswer<Item>(source, validateEntry(source, await parts.answers.get(key)), wire.epochMs())
  const flights = createSingleFlight<AskResult>(abortedCallError)
  const callersOf = new WeakMap<Flight<AskResult>, Callers>()
  const freshness = createFreshness(wire.epochMs)

  const startAsk = createAskStarter(parts, wire, { flights, callersOf, freshness })
  const counted = <Item>(outcome: Outcome<Item>): Outcome<Item> => {
    wire.metrics.recordCacheOutcome(outcome.state)
    return outcome
  }
  subscribeReplicas(parts, freshness)
  return {
    async ask<Query, Item>(
      source: Source<Query, Item>,
      query: Query,
      options: AskOptions,
      caller: Caller = { limits: [] },
    ): Promise<Outcome<Item>> {
      const key = cacheKey(source, query)
      // Read before the store is awaited: a flight that ends meanwhile must still serve this ask.
      const flightAtStart = flights.current(key)
      const version = parts.versions.of(key)
      const old = await findCached<Item>(source, key)
      if (options.signal?.aborted) return { state: 'failed', failure: callerLeftFailure(options.signal.reason) }
      const served = freshness.lookup(key, source, old, options.maxAgeMs)
      if (served) {
        options.versionReads?.add({ ...version, until: served.until })
        return counted(served.outcome)
      }
      const earlier = flightAtStart && isJoinable(flightAtStart) ? flightAtStart : undefined
      const start = () => startAsk(source, query, { key, old, options, callers: createCallers(caller) })
      const flight = flights.current(key) ?? earlier ?? start()
      // An answer of an earlier process replaces waiting only once: after a failure the next caller waits.
      const serveStaleBefore = freshness.failedLately(key) ? undefined : options.serveStaleBefore
      const leave = enter(callersOf.get(flight), caller)
      return counted(await awaitAsk(flight, old, { ...options, serveStaleBefore }, leave))
    },
    /** The cached answer, if it may still be served, regardless of its age. */
    cached: <Query, Item>(source: Source<Query, Item>, query: Query): Promise<CachedAnswer<Item> | undefined> =>
      findCached(source, cacheKey(source, query)),
    /** Whether an ask could be answered without a new upstream request: from the cache, or by joining one in flight. */
    async isAvailable<Query, Item>(source: Source<Query, Item>, query: Query): Promise<boolean> {
      const key = cacheKey(source, query)
      if (flights.current(key)) return true
      return freshness.lookup(key, source, await findCached(source, key), undefined) !== undefined
    },
    close: flights.close,
  }
}

/** A caller waits for an ask; returns the function with which it leaves. */
function enter(callers: Callers | undefined, caller: Caller): () => void {
  if (callers) addCaller(callers, caller)
  return () => callers && removeCaller(callers, caller)
}

/** State that outlives single asks. */
interface AskTables {
  readonly flights: Flights<AskResult>
  /** Who waits for each flight. */
  readonly callersOf: WeakMap<Flight<AskResult>, Callers>
  readonly freshness: Freshness
}

/** The state of a new ask, and the options of the caller that started it. */
type AskRequest = Omit<AskStart, 'signal' | 'ignoresMemory' | 'storeForAll' | 'forcesTrial'> & {
  readonly options: AskOptions
}

/** Creates the function that starts an upstream ask, which all callers for the key share. */
function createAskStarter(
  parts: AskDependencies,
  wire: ExchangeDependencies,
  { flights, callersOf, freshness }: AskTables,
) {
  const { versions } = parts
  return function startAsk<Query, Item>(source: Source<Query, Item>, query: Query, start: AskRequest) {
    const { key, callers } = start
    const flight = flights.start(key, async (signal) => {
      const before = versions.of(key)
      const { outcome, isCacheable, askedHere } = await askWithCoordination(
        source,
        query,
        { ...start, signal },
        { ...parts, ...wire },
      )
      // Results of other replicas were counted when their message arrived; a newer one may have arrived since.
      const isSuperseded = !askedHere && versions.of(key).version !== before.version
      // A failure changes the version too: a rendered response without it is out of date.
      if (!isSuperseded) versions.changed(key)
      const version = isSuperseded ? before : versions.of(key)
      const result = { outcome, mark: { ...version, until: freshness.until(source, outcome, isCacheable) } }
      // An aborted ask says nothing about the source.
      if (signal.aborted || isSuperseded) return result
      if (askedHere) parts.onAskEnd?.(source.id, outcome, worthOf(source, query, outcome))
      else parts.onRemoteAskEnd?.(source.id, outcome)
      freshness.recordEnd(key, outcome, isCacheable)
      return result
    })
    callersOf.set(flight, callers)
    return flight
  }
}

/** Asks the upstream of a source, once across all replicas. */
async function askWithCoordination<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  { options, ...start }: AskRequest & Pick<AskStart, 'signal'>,
  parts: AskDependencies & ExchangeDependencies,
) {
  const { coordinator, epochMs } = parts
  const ignoresMemory = options.maxAgeMs === 0 && !options.allowsRemembered
  const ask = (storeForAll?: StoreForAll) =>
    runAsk(source, query, { ...start, ignoresMemory, storeForAll, forcesTrial: options.forcesTrial }, parts)
  if (!coordinator) return { ...(await ask()), askedHere: true }
  const wanted = acceptanceOf(source, options.maxAgeMs, start.old, epochMs)
  return coordinator.once({ key: start.key, wanted, signal: start.signal }, ask)
}

function worthOf<Query, Item>(source: Source<Query, Item>, query: Query, outcome: Outcome<Item>): number | undefined {
  return outcome.state === 'fresh' ? source.worthOf?.(query, outcome.items) : undefined
}

/** Applies the results of other replicas. */
function subscribeReplicas({ coordinator, versions, onRemoteAskEnd }: AskDependencies, freshness: Freshness): void {
  coordinator?.onRemoteAskEnd(({ key, source, ended, isCacheable }) => {
    if (ended) freshness.recordEnd(key, ended, isCacheable)
    versions.changed(key)
    if (ended) onRemoteAskEnd?.(source, ended)
  })
  coordinator?.onMissedMessages(versions.allChanged)
}

/** Waits for a flight and chooses the outcome for this caller, with its older answer as the fallback. Calls `leave` when it waits no more. */
async function awaitAsk<Item>(
  flight: Flight<AskResult>,
  old: CachedAnswer<Item> | undefined,
  options: AskOptions,
  leave: () => void,
): Promise<Outcome<Item>> {
  const isOfEarlierProcess = old && old.at.getTime() < (options.serveStaleBefore ?? 0)
  if (old && (options.serveStale || isOfEarlierProcess)) {
    void join(flight, AbortSignal.timeout(maxBackgroundMs)).finally(leave)
    // The partial failure of an earlier process does not matter: the source is being asked again.
    return { ...old, state: 'stale', failure: isOfEarlierProcess ? undefined : old.failure }
  }
  const result = await join(flight, options.signal).finally(leave)
  if (result) options.versionReads?.add(result.mark)
  const outcome = result?.outcome ?? { state: 'failed', failure: callerLeftFailure(options.signal?.reason) }
  if (outcome.state !== 'failed') return { ...outcome, items: assumeItems<Item>(outcome.items) }
  return old ? { ...outcome, ...old, state: 'stale', failure: outcome.failure } : outcome
}

/** Why the caller left, if the abort reason is an upstream error. */
function callerLeftFailure(reason: unknown): Failure {
  return failureOf(
    reason instanceof UpstreamError ? reason : new UpstreamError('timeout', 'aborted: the caller disconnected'),
  )
}
