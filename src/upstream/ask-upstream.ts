// Asks one upstream: calls the source with its Io, and stores the answer.
import type { Logger } from '../log.ts'
import type { Span, Tracing } from '../tracing.ts'
import { createAskPort, type Keeping } from './ask-port.ts'
import { askSource, type Parser } from './ask-source.ts'
import { UpstreamError } from './errors.ts'
import { type Budget, createBudget, type Wire } from './exchange.ts'
import { type Answers, believed, givenBy, isLess, type Kept, lifeOf, limitsOf, type Old } from './kept.ts'
import { type AskedUpstream, type Ended, type Errand, type Others, outcomeOf } from './others.ts'
import type { Failure, Outcome, Source } from './source.ts'
import type { Turn } from './turn.ts'

/** Dependencies that all asks share, apart from those of exchanges. */
export interface AskingParts extends Omit<Keeping, 'source'> {
  readonly answers: Answers
  /** Receives errors that are bugs of ours. */
  readonly log: Pick<Logger, 'error'>
  readonly heard?: ((source: string, outcome: Outcome<unknown>, worth: number | undefined) => void) | undefined
  /** Coordinates asks with other replicas; absent when there are none. */
  readonly others?: Others | undefined
  /** Called when an ask of another replica ends. */
  readonly learned?: ((source: string, ended: Ended) => void) | undefined
  readonly tracing?: Tracing | undefined
  /** Parses large replies in a separate process; if absent, everything is parsed in this process. */
  readonly parser?: Parser | undefined
}

/** The state of an ask when it starts: its ticket in the request's queue, and the previous answer. */
export interface Begun {
  readonly key: string
  readonly turn: Turn
  readonly old: Old<unknown> | undefined
  /** Aborts when no caller waits for the ask. */
  readonly signal: AbortSignal
  /** Ignore remembered values (tokens, cookies) as well. */
  readonly anew: boolean
  readonly forcesTrial?: boolean | undefined
  /** Stores the answer, if not in the answer cache. */
  readonly keep?: Errand['keep'] | undefined
}

/**
 * Asks the upstream of a source, regardless of cached answers, and stores the answer. Never rejects because of an
 * upstream failure.
 */
export async function askUpstream<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  begun: Begun,
  { tracing, ...parts }: AskingParts & Wire,
): Promise<AskedUpstream<Item>> {
  const span = tracing?.begin('ask', { 'trawl.source': source.id })
  const asked = await askTraced(source, query, { ...begun, span }, parts)
  endSpan(span, asked.outcome)
  return asked
}

function endSpan(span: Span | undefined, outcome: Outcome<unknown>): void {
  span?.set({ 'trawl.outcome': outcome.state, ...('items' in outcome ? { 'trawl.items': outcome.items.length } : {}) })
  span?.end(outcome.failure?.kind)
}

async function askTraced<Query, Item>(
  source: Source<Query, Item>,
  query: Query,
  { key, old, keep, ...place }: Begun & { readonly span: Span | undefined },
  { answers, log, memory, copies, parser, ...wire }: AskingParts & Wire,
): Promise<AskedUpstream<Item>> {
  const limits = limitsOf(source)
  const context = { ...place, limits, budget: createBudget(limits.askMs, wire.epochMs) }
  const toFailure = (error: unknown): Failure => {
    if (!(error instanceof UpstreamError))
      log.error({ err: error, source: source.id }, 'a source threw an unexpected error')
    return failureOf(error)
  }
  const port = createAskPort(context, wire, { source: source.memoryOf ?? source.id, memory, copies })
  const failed = (failure: Failure, { isSoForNow }: Pick<AskedUpstream<Item>, 'isSoForNow'>): AskedUpstream<Item> => {
    const at = port.retryAt()
    const timed = at === undefined ? failure : { ...failure, retryAt: at }
    return { outcome: { state: 'failed', failure: timed, tookMs: tookMs(context.budget) }, isSoForNow }
  }
  /** Stores the answer locally, or for all replicas; returns the newer one that was kept instead, if there is one. */
  const store = async (answer: Kept): Promise<Kept> => {
    if (keep) return believed(source, await keep(answer, lifeOf(source))) ?? answer
    await answers.set(key, answer, lifeOf(source))
    return answer
  }
  try {
    const reply = await askSource(source, query, port, parser)
    source.found?.(reply.items)
    const items = source.beside && old ? source.beside(reply.items, givenBy(old.items)) : reply.items
    if (source.doubtsEmpty && items.length === 0 && old && old.items.length > 0) throw emptied()
    const partialFailure = reply.lacking === undefined ? undefined : toFailure(reply.lacking)
    if (partialFailure && isLess(items, old)) return failed(partialFailure, { isSoForNow: true })
    const stored = await store({ items, at: wire.epochMs(), failure: partialFailure })
    const outcome: Outcome<Item> = {
      ...outcomeOf<Item>(stored, 'fresh'),
      tookMs: tookMs(context.budget),
      bypassed: reply.bypassed === undefined ? undefined : toFailure(reply.bypassed),
    }
    return { outcome, isSoForNow: false }
  } catch (error) {
    const failure = toFailure(error)
    return failed(failure, { isSoForNow: error instanceof UpstreamError && failure.kind === 'mismatch' })
  }
}

/** Milliseconds on the wire; undefined if no attempt was made. */
function tookMs(budget: Budget): number | undefined {
  const ms = budget.tookMs()
  return ms === undefined ? undefined : Math.max(0, ms)
}

function emptied(): UpstreamError {
  return new UpstreamError('blocked', 'an empty answer after one with items; the site may be throttling us')
}

/** Converts an error to a failure with a readable message. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UpstreamError) return { kind: error.kind, detail: error.message }
  return {
    kind: 'mismatch',
    detail: `the source could not read the answer (${error instanceof Error ? error.name : 'no error'})`,
  }
}
