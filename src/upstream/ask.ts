// One ask: from what is kept if that will do, else upstream, once however many wait for it.
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import type { Logger } from '../log.ts'
import { UpstreamError } from './errors.ts'
import { createBudget, type Wire } from './exchange.ts'
import { createFlights, type Flight, land, mayBeJoined } from './flights.ts'
import { createIo } from './io.ts'
import { defaultLimits, type Failure, type Limits, type Outcome, type Source } from './source.ts'

/** An answer as it is kept: what a source gave, and when (epoch milliseconds). */
export interface Kept {
  readonly items: readonly unknown[]
  readonly at: number
}

/** Where answers are kept; `store/` has the implementations. Neither call rejects: a store that fails says so and is as good as empty. */
export interface Answers {
  get(key: string): Promise<Kept | undefined>
  /** Keeps an answer for at least `forMs` if there is room. */
  set(key: string, kept: Kept, forMs: number): Promise<void>
}

/** How a caller wants to be answered. */
export interface Want {
  /** An answer younger than this serves without asking. Default: the source's `freshMs`; 0 asks in any case. */
  readonly maxAgeMs?: number | undefined
  /** Serve an older answer at once, and ask behind it. Default: wait, and fall back on it when asking fails. */
  readonly staleAtOnce?: boolean
  /** Leaving: the ask goes on only while somebody else waits for it. */
  readonly signal?: AbortSignal
}

/** A place in the queue of the request that asks. */
interface Place {
  readonly slots: PQueue
  readonly order: number
}

export interface Asking {
  ask<Query, Item>(source: Source<Query, Item>, query: Query, want: Want, place?: Place): Promise<Outcome<Item>>
  /** What is kept of an earlier answer and may still serve, however old; undefined when there is none. */
  kept<Query, Item>(source: Source<Query, Item>, query: Query): Promise<Old<Item> | undefined>
  /** Ends every ask under way. */
  close(): void
}

interface Old<Item> {
  readonly items: readonly Item[]
  readonly at: Date
}

/** Where an ask stands when it begins: its place, and what was known before. */
interface Begun extends Place {
  readonly old: Old<unknown> | undefined
}

/**
 * A mismatch is what an upstream has to say for now (a channel without a preview), so for this long the next caller is told it at once,
 * unless he wants a newer answer than a fresh one.
 */
const mismatchMs = 60_000
const mostMismatches = 5_000

/** Asking behind a stale answer goes on this long at the most. */
const behindMs = 30_000

/** Makes the asking of single sources. `log` hears of errors that are ours, not the upstream's. */
export function createAsking(answers: Answers, wire: Wire, log: Pick<Logger, 'error'>): Asking {
  const flights = createFlights<Outcome<unknown>>()
  const mismatches = new LRUCache<string, Failure>({
    max: mostMismatches,
    ttl: mismatchMs,
    perf: wire,
    ttlResolution: 0,
  })

  function fly<Query, Item>(key: string, source: Source<Query, Item>, query: Query, { old, ...place }: Begun) {
    return flights.begin(key, async (signal) => {
      const limits = limitsOf(source)
      const context = { ...place, signal, limits, budget: createBudget(limits.askMs, wire.now) }
      try {
        const items = await source.ask(query, createIo(context, wire))
        if (source.doubtsEmpty && items.length === 0 && old && old.items.length > 0) throw emptied()
        const at = wire.now()
        await answers.set(key, { items, at }, limits.freshMs + limits.staleMs)
        return { state: 'fresh', items, at: new Date(at) }
      } catch (error) {
        return failed(key, source.id, error)
      }
    })
  }

  function failed(key: string, source: string, error: unknown): Outcome<never> {
    const failure = failureOf(error)
    if (!(error instanceof UpstreamError)) log.error({ err: error, source }, 'a source threw what it should not')
    else if (failure.kind === 'mismatch') mismatches.set(key, failure)
    return { state: 'failed', failure }
  }

  return {
    async ask<Query, Item>(source: Source<Query, Item>, query: Query, want: Want, place = ownPlace()) {
      const key = keyOf(source, query)
      // Looked up before waiting for the store: a flight that lands meanwhile must serve, not be flown again.
      const underWay = flights.underWay(key)
      const old = oldOf<Item>(source, await answers.get(key), wire.now())
      const outcome: Outcome<Item> = isYoung(old, want.maxAgeMs ?? freshFor(source, old), wire.now())
        ? ({ state: 'cached', ...old } as const)
        : (again(want.maxAgeMs === undefined ? mismatches.get(key) : undefined, old) ??
          (await flown(
            flights.underWay(key) ?? joinable(underWay) ?? fly(key, source, query, { ...place, old }),
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

/** A failure that is known already, as an outcome. */
function again<Item>(failure: Failure | undefined, old: Old<Item> | undefined): Outcome<Item> | undefined {
  if (!failure) return undefined
  return old ? { state: 'stale', ...old, failure } : { state: 'failed', failure }
}

function emptied(): UpstreamError {
  return new UpstreamError(
    'blocked',
    'it found nothing where it had found something before; perhaps we are being held off',
  )
}

function ownPlace(): Place {
  return { slots: new PQueue(), order: 0 }
}

function freshFor(source: Limited, old: Old<unknown> | undefined): number {
  const { freshMs, emptyFreshMs } = limitsOf(source)
  return old?.items.length === 0 ? Math.min(freshMs, emptyFreshMs) : freshMs
}

function joinable<Result>(flight: Flight<Result> | undefined): Flight<Result> | undefined {
  return flight && mayBeJoined(flight) ? flight : undefined
}

function isYoung<Item>(old: Old<Item> | undefined, maxAgeMs: number, now: number): old is Old<Item> {
  return old !== undefined && now - old.at.getTime() < maxAgeMs
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
  return old ? { state: 'stale', ...old, failure: outcome.failure } : outcome
}

function goOnBehind(flight: Flight<unknown>): void {
  const enough = new AbortController()
  const timer = setTimeout(() => enough.abort(new UpstreamError('timeout', 'took too long')), behindMs)
  void land(flight, enough.signal).then(() => clearTimeout(timer))
}

/** An earlier answer that may still serve. */
function oldOf<Item>(source: Limited, kept: Kept | undefined, now: number): Old<Item> | undefined {
  const { freshMs, staleMs } = limitsOf(source)
  if (!kept || now - kept.at >= freshMs + staleMs) return undefined
  return { items: givenBy<Item>(kept.items), at: new Date(kept.at) }
}

/** A key names its source and query, so what is kept under it is what that source gave: the one place where that is believed. */
function givenBy<Item>(items: readonly unknown[]): readonly Item[] {
  believe<Item>(items)
  return items
}

function believe<Item>(_items: readonly unknown[]): asserts _items is readonly Item[] {
  // Nothing can be checked here: the key was made from the source.
}

interface Limited {
  readonly limits?: Partial<Limits>
}

function limitsOf(source: Limited): Limits {
  return { ...defaultLimits, ...source.limits }
}

function keyOf<Query, Item>(source: Source<Query, Item>, query: Query): string {
  return `${source.id} ${source.keyOf?.(query) ?? stableJson(query)}`
}

/** JSON with sorted keys, so that equal queries have equal keys. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Why the caller left, if it said so in our words. */
function leaving(reason: unknown): Failure {
  return failureOf(reason instanceof UpstreamError ? reason : new UpstreamError('timeout', 'given up: the caller left'))
}

function failureOf(error: unknown): Failure {
  if (error instanceof UpstreamError) return { kind: error.kind, detail: error.message }
  return {
    kind: 'mismatch',
    detail: `the source could not read the answer (${error instanceof Error ? error.name : 'no error'})`,
  }
}
