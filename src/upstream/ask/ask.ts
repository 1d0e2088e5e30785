// Answers one ask from the cache or from upstream; concurrent asks for the same key share one request (single flight).
import { createSingleFlight, type Flight, isJoinable, join } from '../../async/single-flight.ts'
import type { Logger } from '../../observability/log.ts'
import type { Tracing } from '../../observability/tracing.ts'
import {
  type AnswerCache,
  type AnswerEntry,
  assumeItems,
  type CachedAnswer,
  cacheKey,
  limitsOf,
  totalTtlMs,
  usableAnswer,
  validateEntry,
} from '../cache/answer-entry.ts'
import { createFreshness, type Freshness } from '../cache/freshness.ts'
import type { Mark, Marks, VersionCounters } from '../cache/versions.ts'
import { abortedCallError, UpstreamError } from '../errors.ts'
import { addCaller, type Caller, type Callers, createCallers, removeCaller } from '../host/queue.ts'
import { createAskBudget } from '../net/ask-budget.ts'
import type { ExchangeDependencies } from '../net/exchange.ts'
import type { Failure, Outcome, Source } from '../source.ts'
import {
  type AskCoordinator,
  type AskEnd,
  acceptanceOf,
  type StoreForAll,
  toOutcome,
  type UpstreamResult,
} from './coordination.ts'
import { createQueryHider } from './hide-query.ts'
import { createIo, type IoState, type ToleratedFailures } from './io.ts'

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

export interface AskDependencies extends ExchangeDependencies, Omit<IoState, 'source'> {
  readonly answers: AnswerCache
  /** Version counters of cached answers. */
  readonly versions: VersionCounters
  /** Receives errors that are bugs of ours. */
  readonly log: Pick<Logger, 'error'>
  /** Called once per upstream ask when it ends, with the value of its answer if it has one. */
  readonly onAskEnd?: ((source: string, outcome: Outcome<unknown>, worth: number | undefined) => void) | undefined
  /** Coordinates asks with other replicas; absent when there are none. */
  readonly coordinator?: AskCoordinator | undefined
  /** Called when an ask of another replica ends. */
  readonly onRemoteAskEnd?: ((source: string, ended: AskEnd) => void) | undefined
  readonly tracing?: Tracing | undefined
}

/** Maximum duration of a background refresh. */
const maxBackgroundMs = 30_000

/** The result of an ask that callers share, and the version it has. */
interface AskResult {
  readonly outcome: Outcome<unknown>
  readonly mark: Mark
}

/** An upstream ask: who waits for it, the previous answer, and what its first caller wants. */
interface UpstreamAsk<Query, Item> {
  readonly source: Source<Query, Item>
  readonly query: Query
  readonly key: string
  readonly callers: Callers
  readonly old: CachedAnswer<Item> | undefined
  readonly options: AskOptions
  /** Aborts when no caller waits for the ask. */
  readonly signal: AbortSignal
}

export function createAsker(parts: AskDependencies) {
  const { versions } = parts
  const flights = createSingleFlight<AskResult>(abortedCallError)
  const callersOf = new WeakMap<Flight<AskResult>, Callers>()
  const freshness = createFreshness(parts.epochMs)
  subscribeReplicas(parts, freshness)
  return {
    close: flights.close,
    /** The cached answer, if it may still be served, regardless of its age. */
    cached: <Query, Item>(source: Source<Query, Item>, query: Query): Promise<CachedAnswer<Item> | undefined> =>
      findCached(source, cacheKey(source, query), parts),
    /** Whether an ask could be answered without a new upstream request: from the cache, or by joining one in flight. */
    async isAvailable<Query, Item>(source: Source<Query, Item>, query: Query): Promise<boolean> {
      const key = cacheKey(source, query)
      const findAnswer = async () => freshness.lookup(key, source, await findCached(source, key, parts), undefined)
      return (flights.current(key) ?? (await findAnswer())) !== undefined
    },
    async ask<Query, Item>(
      source: Source<Query, Item>,
      query: Query,
      options: AskOptions,
      caller: Caller = { limits: [] },
    ): Promise<Outcome<Item>> {
      const key = cacheKey(source, query)
      // Read before the store is awaited: a flight that ends meanwhile must still serve this ask.
      const [flightAtStart, version] = [flights.current(key), versions.of(key)]
      const old = await findCached(source, key, parts)
      if (options.signal?.aborted) return { state: 'failed', failure: callerLeftFailure(options.signal.reason) }
      const served = freshness.lookup(key, source, old, options.maxAgeMs)
      if (served) {
        options.versionReads?.add({ ...version, until: served.until })
        return counted(served.outcome, parts)
      }
      const earlier = flightAtStart && isJoinable(flightAtStart) ? flightAtStart : undefined
      const joined = flights.current(key) ?? earlier
      const callers = (joined && callersOf.get(joined)) ?? createCallers(caller)
      const asked = { source, query, key, callers, old, options }
      const flight = joined ?? flights.start(key, (signal) => startAsk({ ...asked, signal }, parts, freshness))
      callersOf.set(flight, callers)
      return counted(await outcomeFor(flight, { ...asked, caller }, freshness), parts)
    },
  }
}

async function findCached<Item>(source: Source<never, Item>, key: string, { answers, epochMs }: AskDependencies) {
  return usableAnswer<Item>(source, validateEntry(source, await answers.get(key)), epochMs())
}

function counted<Item>(outcome: Outcome<Item>, { metrics }: AskDependencies): Outcome<Item> {
  metrics.recordCacheOutcome(outcome.state)
  return outcome
}

/** Waits for a flight with the callers of its ask, and chooses the outcome for this caller, with its older answer as the fallback. */
async function outcomeFor<Query, Item>(
  flight: Flight<AskResult>,
  { key, callers, caller, old, options }: Omit<UpstreamAsk<Query, Item>, 'signal'> & { readonly caller: Caller },
  freshness: Freshness,
): Promise<Outcome<Item>> {
  addCaller(callers, caller)
  const leave = () => removeCaller(callers, caller)
  // An answer of an earlier process replaces waiting only once: after a failure the next caller waits.
  const staleBefore = freshness.failedLately(key) ? undefined : options.serveStaleBefore
  const isOfEarlierProcess = old && old.at.getTime() < (staleBefore ?? 0)
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

/** Applies the results of other replicas. */
function subscribeReplicas({ coordinator, versions, onRemoteAskEnd }: AskDependencies, freshness: Freshness): void {
  coordinator?.onRemoteAskEnd(({ key, source, ended, isCacheable }) => {
    if (ended) freshness.recordEnd(key, ended, isCacheable)
    versions.changed(key)
    if (ended) onRemoteAskEnd?.(source, ended)
  })
  coordinator?.onMissedMessages(versions.allChanged)
}

/** Makes an ask, once for all replicas, and records how it ends. */
async function startAsk<Query, Item>(
  ask: UpstreamAsk<Query, Item>,
  parts: AskDependencies,
  freshness: Freshness,
): Promise<AskResult> {
  const { source, query, key, old, options, signal } = ask
  const { versions, coordinator } = parts
  const askHere = (storeForAll?: StoreForAll) => askUpstream(ask, { ...parts, storeForAll })
  const wanted = acceptanceOf(source, options.maxAgeMs, old, parts.epochMs)
  const before = versions.of(key)
  const { outcome, isCacheable, isRemote } = await (coordinator?.once({ key, wanted, signal }, askHere) ?? askHere())
  // Results of other replicas were counted when their message arrived; a newer one may have arrived since.
  const isSuperseded = isRemote === true && versions.of(key).version !== before.version
  // A failure changes the version too: a rendered response without it is out of date.
  if (!isSuperseded) versions.changed(key)
  const version = isSuperseded ? before : versions.of(key)
  const result = { outcome, mark: { ...version, until: freshness.until(source, outcome, isCacheable) } }
  // An aborted ask says nothing about the source.
  if (signal.aborted || isSuperseded) return result
  const worth = outcome.state === 'fresh' ? source.worthOf?.(query, outcome.items) : undefined
  if (isRemote) parts.onRemoteAskEnd?.(source.id, outcome)
  else parts.onAskEnd?.(source.id, outcome, worth)
  freshness.recordEnd(key, outcome, isCacheable)
  return result
}

/** Asks the upstream of a source and stores the answer. Never rejects because of an upstream failure. */
async function askUpstream<Query, Item>(
  ask: UpstreamAsk<Query, Item>,
  parts: AskDependencies & { readonly storeForAll: StoreForAll | undefined },
): Promise<UpstreamResult<Item>> {
  const { source, query, callers, options, signal } = ask
  const limits = limitsOf(source)
  const span = parts.tracing?.startSpan('ask', { 'trawl.source': source.id })
  const budget = createAskBudget(limits.askMs, parts.monotonicMs)
  const ignoresMemory = options.maxAgeMs === 0 && !options.allowsRemembered
  const hide = createQueryHider(query)
  const context = { limits, signal, callers, budget, span, ignoresMemory, hide, forcesTrial: options.forcesTrial }
  const asked = createIo(context, parts, { ...parts, source: source.memoryOf ?? source.id })
  const toFailure = (error: unknown): Failure => {
    if (error instanceof UpstreamError) return failureOf(hide(error))
    parts.log.error({ err: error, source: source.id }, 'a source threw an unexpected error')
    return failureOf(error)
  }
  const fail = (error: unknown, isCacheable: boolean): UpstreamResult<Item> => {
    const failure = { ...toFailure(error), ...asked.retryAt() }
    return { outcome: { state: 'failed', failure }, isCacheable }
  }
  let result: UpstreamResult<Item>
  try {
    const items = await source.ask(query, asked.io)
    result = await storeAnswer(ask, items, { ...parts, ...asked.tolerated, toFailure, fail })
  } catch (error) {
    asked.reportBlocked(error)
    result = fail(error, error instanceof UpstreamError && error.kind === 'mismatch')
  }
  const { outcome } = result
  span?.set({ 'trawl.outcome': outcome.state, ...('items' in outcome ? { 'trawl.items': outcome.items.length } : {}) })
  span?.end(outcome.failure?.kind)
  return { ...result, outcome: { ...outcome, tookMs: budget.tookMs() } }
}

interface AnswerParts<Item> extends Pick<AskDependencies, 'answers' | 'epochMs'>, ToleratedFailures {
  readonly storeForAll: StoreForAll | undefined
  toFailure(error: unknown): Failure
  fail(error: unknown, isCacheable: boolean): UpstreamResult<Item>
}

/** Stores the items of a source as its answer, if they are one. */
async function storeAnswer<Item>(
  { source, key, old }: Pick<UpstreamAsk<never, Item>, 'source' | 'key' | 'old'>,
  received: readonly Item[],
  { answers, epochMs, storeForAll, ...asked }: AnswerParts<Item>,
): Promise<UpstreamResult<Item>> {
  const at = epochMs()
  const times = old && { at, before: old.at.getTime() }
  const items = (times && source.beside?.(received, old.items, times)) ?? received
  if (source.doubtsEmpty && items.length === 0 && old && old.items.length > 0) return asked.fail(emptiedError(), false)
  // A partial answer does not replace one with more items.
  const { partialFailure: partial, skippedUpstream: skipped } = asked
  if (partial && old && items.length < old.items.length) return asked.fail(partial.error, true)
  const answer: AnswerEntry = { items, at, failure: partial && asked.toFailure(partial.error) }
  let newer: AnswerEntry | undefined
  if (storeForAll) newer = validateEntry(source, await storeForAll(answer, totalTtlMs(source)))
  else await answers.set(key, answer, totalTtlMs(source))
  const outcome = toOutcome<Item>(newer ?? answer, 'fresh')
  return { outcome: { ...outcome, skippedUpstream: skipped && asked.toFailure(skipped.error) }, isCacheable: false }
}

function emptiedError(): UpstreamError {
  return new UpstreamError('blocked', 'an empty answer after one with items; the site may be throttling us', {
    reason: { code: 'throttled' },
  })
}

/** Converts an error to a failure with a readable message. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UpstreamError) return { kind: error.kind, detail: error.message, reason: error.reason }
  return {
    kind: 'mismatch',
    detail: `the source could not read the answer (${error instanceof Error ? error.name : 'no error'})`,
  }
}
