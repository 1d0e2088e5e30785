// Asks many sources at once and yields outcomes as they arrive, until a deadline; asks continue in the background.
import { createMergedStream } from '../async/merge-streams.ts'
import type { AskOptions } from './ask/ask.ts'
import type { CachedAnswer } from './cache/answer-entry.ts'
import type { Marks } from './cache/versions.ts'
import { UpstreamError } from './errors.ts'
import { type Caller, createLimit } from './host/queue.ts'
import type { Outcome, Source } from './source.ts'

/** Rule for ending before the deadline, when the missing sources are not worth the wait. */
export interface EarlyStop<Query, Item> {
  /** Earliest time to end, in milliseconds from the start. */
  readonly afterMs: number
  /** Called at that time and at each later arrival: whether the results suffice without the pending sources. */
  isEnough(pending: readonly Source<Query, Item>[]): boolean
}

/** Limits that a gather shares with others. */
export interface SharedLimits extends Pick<Caller, 'limits'> {
  /** The order in which the attempts for its sources get these limits, by their index; lower goes first. */
  order(index: number): number
}

export interface SourceAsker<Query, Item, Asked extends Source<Query, Item>> {
  ask(source: Asked, query: Query, askOptions: AskOptions, caller: Caller): Promise<Outcome<Item>>
  cached(source: Asked, query: Query): Promise<CachedAnswer<Item> | undefined>
}

export interface GatherOptions<Query = never, Item = never> {
  /** Maximum age in milliseconds of a cached answer; default: each source's own `freshMs`. */
  readonly maxAgeMs?: number | undefined
  /** Maximum number of attempts on the wire at once for this gather. */
  readonly parallel: number
  readonly shared?: SharedLimits | undefined
  /** Time in milliseconds after which an attempt no longer counts in the limits; default: when it ends. */
  readonly holdMs?: number | undefined
  /** When to stop waiting, in milliseconds from the start. */
  readonly deadlineMs: number
  /** Rule for ending earlier; default: none. */
  readonly earlyStop?: EarlyStop<Query, Item>
  /** Returns the items to keep of those that a source gave: called as they are received, since the caller may take them much later. */
  readonly limitItems?: (source: string, items: readonly Item[]) => readonly Item[]
  /** Serve answers stored before this time (epoch milliseconds), of an earlier process, at once, and refresh them. */
  readonly serveStaleBefore?: number | undefined
  /** Collects the versions that the outcomes depend on. */
  readonly versionReads?: Marks | undefined
  /** The client for whom the sources are asked; clients take turns at each host. */
  readonly client?: string | undefined
  /** Aborts when the caller disconnects: asks that no other caller waits for are aborted too. */
  readonly signal?: AbortSignal
}

/** A source that had not answered by the deadline, with its cached answer. The ask continues. */
export interface PendingOutcome<Item> {
  readonly state: 'pending'
  /** True if waiting ended before the deadline. */
  readonly isEarly: boolean
  readonly items: readonly Item[]
  readonly at?: Date | undefined
}

export type Gathered<Query, Item, Asked extends Source<Query, Item> = Source<Query, Item>> = readonly [
  source: Asked,
  outcome: Outcome<Item> | PendingOutcome<Item>,
]

/** Asks continue for this time from the start, or until the deadline if later, to serve the next caller. */
const maxBackgroundMs = 30_000

/**
 * Asks all sources and yields each with its outcome as it arrives; where limits are short, sources listed earlier are asked first. At the
 * deadline the remaining sources are yielded as `pending`; their asks continue for up to 30 s from the start. If the caller stops iterating,
 * or its signal aborts, asks that no other caller waits for are aborted.
 */
export async function* gather<Query, Item, Asked extends Source<Query, Item>>(
  asker: SourceAsker<Query, Item, Asked>,
  sources: readonly Asked[],
  query: Query,
  options: GatherOptions<Query, Item>,
): AsyncGenerator<Gathered<Query, Item, Asked>> {
  const { limitItems = (_source, items) => items, maxAgeMs, serveStaleBefore, versionReads, signal } = options
  const callerOf = createCallerOf(options)
  const ending = new AbortController()
  const abort = () => ending.abort(new UpstreamError('timeout', 'aborted: the caller disconnected'))
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const onTimeout = () => ending.abort(new UpstreamError('timeout', 'took too long'))
  const timeout = setTimeout(onTimeout, Math.max(maxBackgroundMs, options.deadlineMs))
  const askOptions = { maxAgeMs, serveStaleBefore, versionReads, signal: ending.signal }
  const asks = sources.map(async (source, index): Promise<Gathered<Query, Item, Asked>> => {
    const outcome = await asker.ask(source, query, askOptions, callerOf(index))
    if (outcome.state === 'failed') return [source, outcome]
    return [source, { ...outcome, items: limitItems(source.id, outcome.items) }]
  })
  // Asks do not reject for upstream failures, so this is a bug; the caller gets it.
  void Promise.all(asks)
    .catch(abort)
    .finally(() => clearTimeout(timeout))

  const waiting = new Map(sources.map((source) => [source.id, source]))
  let finished = false
  try {
    const isEarly = yield* arrivalsOf(asks, waiting, options)
    if (waiting.size > 0) versionReads?.markIncomplete()
    for (const source of waiting.values()) {
      const old = await asker.cached(source, query)
      yield [source, { state: 'pending', isEarly, at: old?.at, items: limitItems(source.id, old?.items ?? []) }]
    }
    finished = true
  } finally {
    signal?.removeEventListener('abort', abort)
    if (!finished) abort()
  }
}

/**
 * Yields outcomes until all are there or it is time to end, and removes their sources from `waiting`. Outcomes that arrived while the caller handled
 * an earlier one count, even after the deadline. Returns whether it ended before the deadline.
 */
async function* arrivalsOf<Query, Item, Asked extends Source<Query, Item>>(
  asks: readonly Promise<Gathered<Query, Item, Asked>>[],
  waiting: Map<string, Asked>,
  { deadlineMs, earlyStop }: Pick<GatherOptions<Query, Item>, 'deadlineMs' | 'earlyStop'>,
): AsyncGenerator<Gathered<Query, Item, Asked>, boolean> {
  const closing = new AbortController()
  const merged = createMergedStream<Gathered<Query, Item, Asked>>(closing.signal)
  for (const ask of asks) merged.run(async (put) => put(await ask))
  const passed = { early: false, deadline: false }
  const startTimer = (which: keyof typeof passed, afterMs: number) =>
    setTimeout(() => {
      passed[which] = true
      merged.wake()
    }, afterMs)
  const timers = [startTimer('deadline', deadlineMs), ...(earlyStop ? [startTimer('early', earlyStop.afterMs)] : [])]
  const isOver = () => passed.deadline || (passed.early && earlyStop?.isEnough([...waiting.values()]) === true)
  try {
    for await (const arrival of merged.messages(isOver)) {
      waiting.delete(arrival[0].id)
      yield arrival
    }
    return !passed.deadline
  } finally {
    for (const timer of timers) clearTimeout(timer)
    closing.abort()
  }
}

/** Creates the function that returns the caller of the ask of a source, by its index. */
function createCallerOf({ parallel, shared, holdMs, client }: Omit<GatherOptions, 'earlyStop' | 'limitItems'>) {
  const limits = [createLimit(parallel), ...(shared?.limits ?? [])]
  return (index: number): Caller => ({ limits, holdMs, client, order: () => shared?.order(index) ?? index })
}
