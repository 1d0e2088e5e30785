// The asking itself: the source does it with its Io, and what comes of it is kept.
import type { Logger } from '../log.ts'
import type { Span, Tracing } from '../tracing.ts'
import { createAskPort, type Keeping } from './ask-port.ts'
import { askSource, type Parser } from './ask-source.ts'
import { UpstreamError } from './errors.ts'
import { type Budget, createBudget, type Wire } from './exchange.ts'
import { type Answers, believed, givenBy, isLess, lifeOf, limitsOf, type Old } from './kept.ts'
import { type AskedUpstream, type Ended, type Errand, type Others, outcomeOf } from './others.ts'
import type { Failure, Outcome, Source } from './source.ts'
import type { Turn } from './turn.ts'

/** What asks share besides the wire. */
export interface AskingParts extends Omit<Keeping, 'source'> {
  readonly answers: Answers
  /** Hears of errors that are ours, not the upstream's. */
  readonly log: Pick<Logger, 'error'>
  readonly heard?: (source: string, outcome: Outcome<unknown>, worth: number | undefined) => void
  /** Who else asks the same, where there is anybody. */
  readonly others?: Others | undefined
  /** Hears how asks ended that others made. */
  readonly learned?: ((source: string, ended: Ended) => void) | undefined
  readonly tracing?: Tracing | undefined
  /** Asks where it holds up nobody when there is much to read; without it all is read in this process. */
  readonly parser?: Parser | undefined
}

/** Where an ask stands when it begins: its place in the queue of its request, and what was known before. */
export interface Begun {
  readonly key: string
  readonly turn: Turn
  readonly old: Old<unknown> | undefined
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal
  /** What the source remembers is not to serve either. */
  readonly anew: boolean
  readonly forcesTrial?: boolean | undefined
  /** Where to keep the answer, if not with the others. */
  readonly keep?: Errand['keep'] | undefined
}

/** Asks a source of its upstream, whatever is kept; a new answer is kept. Never rejects for what the upstream does. */
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
  const context = { ...place, limits, budget: createBudget(limits.askMs, wire.now) }
  const heard = (error: unknown): Failure => {
    if (!(error instanceof UpstreamError))
      log.error({ err: error, source: source.id }, 'a source threw what it should not')
    return failureOf(error)
  }
  const port = createAskPort(context, wire, { source: source.memoryOf ?? source.id, memory, copies })
  const failed = (failure: Failure, isSoForNow: boolean): AskedUpstream<Item> => {
    const at = port.retryAt()
    const timed = at === undefined ? failure : { ...failure, retryAt: at }
    return { outcome: { state: 'failed', failure: timed, ...took(context.budget) }, isSoForNow }
  }
  try {
    const { items: given, lacking, bypassed } = await askSource(source, query, port, parser)
    source.found?.(given)
    const items = source.beside && old ? source.beside(given, givenBy(old.items)) : given
    if (source.doubtsEmpty && items.length === 0 && old && old.items.length > 0) throw emptied()
    const part = lacking === undefined ? {} : { failure: heard(lacking) }
    if (part.failure && isLess(items, old)) return failed(part.failure, true)
    const at = wire.now()
    const kept = { items, at, ...part }
    const newer = keep && believed(source, await keep(kept, lifeOf(source)))
    if (!keep) await answers.set(key, kept, lifeOf(source))
    const besides = { ...took(context.budget), ...(bypassed === undefined ? {} : { bypassed: heard(bypassed) }) }
    return { outcome: { ...outcomeOf<Item>(newer ?? kept, 'fresh'), ...besides }, isSoForNow: false }
  } catch (error) {
    const failure = heard(error)
    return failed(failure, error instanceof UpstreamError && failure.kind === 'mismatch')
  }
}

/** The time on the wire; nothing when nobody was asked. */
function took({ tookMs }: Budget): { readonly tookMs?: number } {
  const ms = tookMs()
  return ms === undefined ? {} : { tookMs: Math.max(0, ms) }
}

function emptied(): UpstreamError {
  return new UpstreamError(
    'blocked',
    'it found nothing where it had found something before; perhaps we are being held off',
  )
}

/** An error as a failure people may read. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UpstreamError) return { kind: error.kind, detail: error.message }
  return {
    kind: 'mismatch',
    detail: `the source could not read the answer (${error instanceof Error ? error.name : 'no error'})`,
  }
}
