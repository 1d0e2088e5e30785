// Asks one upstream: calls the source with its Io, and stores the answer.
import type { Logger } from '../../observability/log.ts'
import type { Span, Tracing } from '../../observability/tracing.ts'
import {
  type AnswerCache,
  type AnswerEntry,
  assumeItems,
  type CachedAnswer,
  limitsOf,
  totalTtlMs,
  validateEntry,
} from '../cache/answer-entry.ts'
import type { VersionCounters } from '../cache/versions.ts'
import { UpstreamError } from '../errors.ts'
import type { Callers } from '../host/queue.ts'
import { type AskBudget, createAskBudget } from '../net/ask-budget.ts'
import type { ExchangeDependencies } from '../net/exchange.ts'
import type { Failure, Outcome, Source } from '../source.ts'
import { createAskPort, type IoState } from './ask-port.ts'
import { callSource, type SourceParser } from './call-source.ts'
import { type AskCoordinator, type AskEnd, type StoreForAll, toOutcome, type UpstreamResult } from './coordination.ts'

export interface AskDependencies extends Omit<IoState, 'source'> {
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
  /** Parses large replies in a separate process; if absent, everything is parsed in this process. */
  readonly parser?: SourceParser | undefined
}

/** The state of an ask when it starts: who waits for it, and the previous answer. */
export interface AskStart {
  readonly key: string
  readonly callers: Callers
  readonly old: CachedAnswer<unknown> | undefined
  /** Aborts when no caller waits for the ask. */
  readonly signal: AbortSignal
  /** Ignore remembered values (tokens, cookies) as well. */
  readonly ignoresMemory: boolean
  readonly forcesTrial?: boolean | undefined
  /** Stores the answer, if not in the answer cache. */
  readonly storeForAll?: StoreForAll | undefined
}

/** Asks the upstream of a source and stores the answer. Never rejects because of an upstream failure. */
export async function runAsk<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  start: AskStart,
  { tracing, ...parts }: AskDependencies & ExchangeDependencies,
): Promise<UpstreamResult<Item>> {
  const span = tracing?.startSpan('ask', { 'trawl.source': source.id })
  const result = await askTraced(source, query, { ...start, span }, parts)
  endSpan(span, result.outcome)
  return result
}

function endSpan(span: Span | undefined, outcome: Outcome<unknown>): void {
  span?.set({ 'trawl.outcome': outcome.state, ...('items' in outcome ? { 'trawl.items': outcome.items.length } : {}) })
  span?.end(outcome.failure?.kind)
}

async function askTraced<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  { key, old, storeForAll, ...start }: AskStart & { readonly span: Span | undefined },
  { answers, log, memory, fileMirrors, parser, ...wire }: AskDependencies & ExchangeDependencies,
): Promise<UpstreamResult<Item>> {
  const limits = limitsOf(source)
  const context = { ...start, limits, budget: createAskBudget(limits.askMs, wire.monotonicMs) }
  const toFailure = (error: unknown): Failure => {
    if (!(error instanceof UpstreamError))
      log.error({ err: error, source: source.id }, 'a source threw an unexpected error')
    return failureOf(error)
  }
  const port = createAskPort(context, wire, { source: source.memoryOf ?? source.id, memory, fileMirrors })
  const failed = (
    failure: Failure,
    { isCacheable }: Pick<UpstreamResult<Item>, 'isCacheable'>,
  ): UpstreamResult<Item> => {
    const at = port.retryAt()
    const timed = at === undefined ? failure : { ...failure, retryAt: at }
    return { outcome: { state: 'failed', failure: timed, tookMs: tookMs(context.budget) }, isCacheable }
  }
  /** Stores the answer locally, or for all replicas; returns the newer one that was kept instead, if there is one. */
  const store = async (answer: AnswerEntry): Promise<AnswerEntry> => {
    if (storeForAll) return validateEntry(source, await storeForAll(answer, totalTtlMs(source))) ?? answer
    await answers.set(key, answer, totalTtlMs(source))
    return answer
  }
  try {
    const reply = await callSource(source, query, port, parser)
    source.found?.(reply.items)
    const at = wire.epochMs()
    const items =
      source.beside && old
        ? source.beside(reply.items, assumeItems(old.items), { at, before: old.at.getTime() })
        : reply.items
    if (source.doubtsEmpty && items.length === 0 && old && old.items.length > 0) throw emptiedError()
    const partialFailure = reply.partialFailure === undefined ? undefined : toFailure(reply.partialFailure)
    // A partial answer does not replace one with more items.
    if (partialFailure && old && items.length < old.items.length) return failed(partialFailure, { isCacheable: true })
    const stored = await store({ items, at, failure: partialFailure })
    const outcome: Outcome<Item> = {
      ...toOutcome<Item>(stored, 'fresh'),
      tookMs: tookMs(context.budget),
      skippedUpstream: reply.skippedUpstream === undefined ? undefined : toFailure(reply.skippedUpstream),
    }
    return { outcome, isCacheable: false }
  } catch (error) {
    const failure = toFailure(error)
    return failed(failure, { isCacheable: error instanceof UpstreamError && failure.kind === 'mismatch' })
  }
}

/** Milliseconds on the wire; undefined if no attempt was made. */
function tookMs(budget: AskBudget): number | undefined {
  const ms = budget.tookMs()
  return ms === undefined ? undefined : Math.max(0, ms)
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
