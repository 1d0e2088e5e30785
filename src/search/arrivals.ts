// What the sources of one search give, as it arrives, with the links of it that answer the request.

import type { Bans } from '../bans/bans.ts'
import type { SearchRequest } from '../contract/search.ts'
import type { Pending, Spread } from '../upstream/gather.ts'
import type { Outcome, Source } from '../upstream/source.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { withoutBanned } from './banned.ts'
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
  /** What it gave, without what is banned. */
  readonly items: readonly Result[]
  readonly found: readonly Found[]
  /** Links that came along without answering the request: they may say the access code of one that does. */
  readonly besides: readonly ResultLink[]
}

export interface ArrivalParts {
  readonly upstream: Pick<Upstream, 'gather' | 'isAtHand'>
  readonly record: Pick<TrackRecord, 'alone' | 'inOrder' | 'expected'>
  /** How long a search waits for its sources unless the request says otherwise, in milliseconds. */
  readonly deadlineMs: number
  /** How many attempts a search has in flight at once unless the request says otherwise. */
  readonly defaultConc: number
  /** What was kept before this time (epoch milliseconds) was left by an earlier process: it serves at once, however old, while it is asked for anew. */
  readonly atOnceBefore?: number
  /** What an operator wants never shown. */
  readonly bans?: Bans | undefined
  /** From then on a search may be answered without what is pending and hardly worth the wait, in milliseconds. */
  readonly earlyMs: number
}

/** What is still pending must be expected to bring less than this share of what is there. */
const worthWaiting = 0.02

/** How long this search waits at the most, in milliseconds. */
export function deadlineOf({ ext }: SearchRequest, { deadlineMs }: Pick<ArrivalParts, 'deadlineMs'>): number {
  return ext.deadline_ms ?? deadlineMs
}

/** What the sources are asked. How long this caller waits, and what he wants to be told of links, changes nothing about what they answer. */
function queryOf({
  kw,
  ext: { deadline_ms: _wait, health: _order, details: _told, ...ext },
}: SearchRequest): SearchQuery {
  return { kw, ext }
}

/** How many of the chosen sources would have to be asked now, because nothing that is known of them serves. */
export async function countUnknown(
  request: SearchRequest,
  { sources }: Pick<Choice, 'sources'>,
  { upstream }: ArrivalParts,
): Promise<number> {
  if (request.refresh) return sources.length
  const query = queryOf(request)
  const known = await Promise.all(sources.map((source) => upstream.isAtHand(source, query)))
  return known.filter((isKnown) => !isKnown).length
}

/**
 * Asks the chosen sources, the most promising first, and yields what each comes to, those last that are pending when the waiting ends.
 * Throws the signal's reason when the caller leaves, and else only for a bug of ours.
 */
export async function* arrivals(
  request: SearchRequest,
  { sources, clouds }: Choice,
  parts: ArrivalParts,
  { signal, marks, client }: Pick<Spread, 'marks' | 'client'> & { readonly signal: AbortSignal },
): AsyncGenerator<Arrival> {
  const { upstream, record, atOnceBefore, bans } = parts
  const sift = createSieve(request, clouds, bans)
  const here = createCensus()
  const spread = {
    maxAgeMs: request.refresh ? 0 : undefined,
    atOnceBefore: request.refresh ? undefined : atOnceBefore,
    marks,
    parallel: request.conc ?? parts.defaultConc,
    deadlineMs: deadlineOf(request, parts),
    early: {
      afterMs: parts.earlyMs,
      isEnough: (pending: readonly SearchedSource[]) => isLittle(pending, here, record),
    },
    client,
    signal,
  }
  for await (const [{ id }, outcome] of upstream.gather(record.inOrder(sources), queryOf(request), spread)) {
    signal.throwIfAborted()
    const sifted = sift(outcome.state === 'failed' ? [] : outcome.items)
    if (outcome.state !== 'failed' && outcome.state !== 'pending') here.count(id, outcome, sifted.found)
    yield { source: id, outcome, ...sifted }
  }
  signal.throwIfAborted()
  // Of a search that leaves sources or links out nothing can be learned about what only one of them has.
  const isWhole = !request.channels && !request.plugins && request.src === 'all' && !clouds && !request.filter
  if (isWhole) here.tell(record)
}

/** What has come of a search so far: from whom, and which links are whose alone. */
interface Census {
  readonly answered: ReadonlyMap<string, Date>
  count(source: string, outcome: { readonly at: Date }, found: readonly Found[]): void
  /** Links with repeats, and without. */
  total(): number
  distinct(): number
  /** Tells how many links each source had alone. */
  tell(record: Pick<TrackRecord, 'alone'>): void
}

function createCensus(): Census {
  const answered = new Map<string, Date>()
  const owner = new Map<string, string | undefined>()
  let total = 0
  return {
    answered,
    count(source, { at }, found) {
      answered.set(source, at)
      for (const { link } of found.flatMap(({ matches }) => matches)) {
        total += 1
        const { key } = link.share
        if (!owner.has(key)) owner.set(key, source)
        else if (owner.get(key) !== source) owner.set(key, undefined)
      }
    },
    total: () => total,
    distinct: () => owner.size,
    tell(record) {
      const own = new Map<string, number>()
      for (const source of owner.values()) if (source !== undefined) own.set(source, (own.get(source) ?? 0) + 1)
      for (const [source, at] of answered) record.alone(source, own.get(source) ?? 0, at)
    },
  }
}

/**
 * Is what is pending expected to add less than is worth the wait? By what is known of these sources, and by how much more or less than
 * usual those brought that have answered: a rare keyword brings few links everywhere. While nothing has come nobody can say.
 */
function isLittle(pending: readonly SearchedSource[], here: Census, record: ArrivalParts['record']): boolean {
  const usual = [...here.answered.keys()].reduce((sum, id) => sum + record.expected(id).ifAnswered, 0)
  const missing = pending.reduce((sum, { id }) => sum + record.expected(id).newIfAsked, 0)
  return usual > 0 && missing * (here.total() / usual) < worthWaiting * here.distinct()
}

function besidesOf(items: readonly Result[], found: readonly Found[]): ResultLink[] {
  const wanted = new Set(found.flatMap(({ matches }) => matches.map(({ link }) => link)))
  return items.flatMap(({ links }) => links.filter((link) => link.password !== '' && !wanted.has(link)))
}

/** What of results is wanted. */
type Sifted = Pick<Arrival, 'items' | 'found' | 'besides'>

/** Makes what sifts results: what is banned at that time goes, and what answers the request is found. */
export function createSieve(
  request: SearchRequest,
  clouds: Choice['clouds'],
  bans: Bans | undefined,
): (results: readonly Result[]) => Sifted {
  const matcher = createMatcher({ ...request, clouds })
  return (results) => {
    const items = bans ? withoutBanned(results, bans) : results
    const found = items.flatMap((result) => foundIn(result, matcher(result)))
    return { items, found, besides: besidesOf(items, found) }
  }
}

function foundIn(result: Result, matches: readonly Match[]): Found[] {
  if (matches.length === 0) return []
  const best = matches.some(({ relevance }) => relevance === 'title') ? 'title' : 'text'
  return [{ result, matches, relevance: best }]
}
