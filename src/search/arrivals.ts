// What the sources of one search give, as it arrives, with the links of it that answer the request.
import type { SearchRequest } from '../contract/search.ts'
import type { Pending } from '../upstream/gather.ts'
import type { Outcome, Source } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Choice } from './choose.ts'
import { createMatcher, type Match, type Relevance } from './match.ts'
import type { SearchQuery } from './plugin.ts'
import type { Result, ResultLink } from './result.ts'
import type { TrackRecord } from './track-record.ts'

type SearchedSource = Source<SearchQuery, Result>

/** A result that answers the request, with the links of it that do, and how well the best of them does. */
export interface Found {
  readonly result: Result
  readonly matches: readonly Match[]
  readonly relevance: Relevance
}

/** A source of a search and what came of asking it. */
export interface Arrival {
  readonly source: string
  readonly outcome: Outcome<Result> | Pending<Result>
  readonly found: readonly Found[]
  /** Links that came along without answering the request: they may say the access code of one that does. */
  readonly besides: readonly ResultLink[]
}

export interface ArrivalParts {
  readonly upstream: Pick<Upstream, 'gather'>
  readonly record: Pick<TrackRecord, 'inOrder' | 'expected'>
  /** How long a search waits for its sources unless the request says otherwise, in milliseconds. */
  readonly deadlineMs: number
  /** From then on a search may be answered without what is pending and hardly worth the wait, in milliseconds. */
  readonly earlyMs: number
}

/** What is still pending must be expected to bring less than this share of what is there. */
const worthWaiting = 0.02

/** How long this search waits at the most, in milliseconds. */
export function deadlineOf({ ext }: SearchRequest, { deadlineMs }: Pick<ArrivalParts, 'deadlineMs'>): number {
  return ext.deadline_ms ?? deadlineMs
}

/**
 * Asks the chosen sources, the most promising first, and yields what each comes to, those last that are pending when the waiting ends.
 * Throws the signal's reason when the caller leaves, and else only for a bug of ours.
 */
export async function* arrivals(
  request: SearchRequest,
  { sources, clouds }: Choice,
  parts: ArrivalParts,
  signal: AbortSignal,
): AsyncGenerator<Arrival> {
  const { upstream, record } = parts
  const matcher = createMatcher({ ...request, clouds })
  // How long this caller waits changes nothing about what a source answers.
  const { deadline_ms: _ours, ...ext } = request.ext
  const answered: string[] = []
  let links = 0
  const spread = {
    maxAgeMs: request.refresh ? 0 : undefined,
    parallel: request.conc,
    deadlineMs: deadlineOf(request, parts),
    early: {
      afterMs: parts.earlyMs,
      isEnough: (pending: readonly SearchedSource[]) => links > 0 && isLittle(pending, answered, record),
    },
    signal,
  }
  for await (const [{ id }, outcome] of upstream.gather(record.inOrder(sources), { kw: request.kw, ext }, spread)) {
    signal.throwIfAborted()
    const found = outcome.state === 'failed' ? [] : outcome.items.flatMap((result) => foundIn(result, matcher(result)))
    links += found.reduce((count, { matches }) => count + matches.length, 0)
    if (outcome.state !== 'failed' && outcome.state !== 'pending') answered.push(id)
    yield { source: id, outcome, found, besides: besidesOf(outcome, found) }
  }
  signal.throwIfAborted()
}

/** Is what is pending expected to add less than is worth the wait to what has come, by what is known of these sources? */
function isLittle(
  pending: readonly SearchedSource[],
  answered: readonly string[],
  record: ArrivalParts['record'],
): boolean {
  const missing = pending.reduce((sum, { id }) => sum + record.expected(id).ifAsked, 0)
  const there = answered.reduce((sum, id) => sum + record.expected(id).ifAnswered, 0)
  return missing < worthWaiting * there
}

function besidesOf(outcome: Arrival['outcome'], found: readonly Found[]): ResultLink[] {
  if (outcome.state === 'failed') return []
  const wanted = new Set(found.flatMap(({ matches }) => matches.map(({ link }) => link)))
  return outcome.items.flatMap(({ links }) => links.filter((link) => link.password !== '' && !wanted.has(link)))
}

function foundIn(result: Result, matches: readonly Match[]): Found[] {
  if (matches.length === 0) return []
  const best = matches.some(({ relevance }) => relevance === 'title') ? 'title' : 'text'
  return [{ result, matches, relevance: best }]
}
