// Asks the sources of one search and yields their results as they are received, with the links that match the request.

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

/** A post that matches the request, its matching links, and the relevance of the best of them. */
export interface Found {
  readonly result: Result
  readonly matches: readonly Match[]
  readonly relevance: Relevance
}

/** The outcome of asking one source of a search. */
export interface Arrival {
  readonly source: string
  readonly outcome: Outcome<Result> | Pending<Result>
  /** Its posts, without banned ones. */
  readonly items: readonly Result[]
  readonly found: readonly Found[]
  /** Links that do not match the request; they may carry the access code of one that does. */
  readonly besides: readonly ResultLink[]
}

export interface ArrivalParts {
  readonly upstream: Pick<Upstream, 'gather' | 'isAtHand'>
  readonly record: Pick<TrackRecord, 'alone' | 'inOrder' | 'expected'>
  /** Default time that a search waits for its sources, in milliseconds. */
  readonly deadlineMs: number
  /** Default number of concurrent attempts of a search. */
  readonly defaultConc: number
  /** Entries cached before this time (epoch milliseconds) are from an earlier process: they are served at once, however stale, and revalidated. */
  readonly atOnceBefore?: number
  /** The operator's ban list. */
  readonly bans?: Bans | undefined
  /** Time after which a search may be answered without pending sources that are not worth the wait, in milliseconds. */
  readonly earlyMs: number
}

/** Pending sources are worth the wait if they are expected to add at least this fraction of the links received. */
const worthWaiting = 0.02

/** The deadline of this search, in milliseconds. */
export function deadlineOf({ ext }: SearchRequest, { deadlineMs }: Pick<ArrivalParts, 'deadlineMs'>): number {
  return ext.deadline_ms ?? deadlineMs
}

/** The query for the sources, without the options that do not change what sources answer: deadline, health, details. */
function queryOf({
  kw,
  ext: { deadline_ms: _wait, health: _order, details: _told, ...ext },
}: SearchRequest): SearchQuery {
  return { kw, ext }
}

/** Number of selected sources that have no usable cache entry and would have to be asked. */
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
 * Asks the selected sources, the most promising first, and yields the outcome of each; sources that are pending at the deadline come last.
 * Throws the signal's reason when the caller disconnects; any other error is a bug.
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
  // Only a search over all sources and links shows which links are unique to one source.
  const isWhole = !request.channels && !request.plugins && request.src === 'all' && !clouds && !request.filter
  if (isWhole) here.tell(record)
}

/** Counts the links of a search so far: by source, and those unique to one source. */
interface Census {
  readonly answered: ReadonlyMap<string, Date>
  count(source: string, outcome: { readonly at: Date }, found: readonly Found[]): void
  /** Links, with and without duplicates. */
  total(): number
  distinct(): number
  /** Records the number of unique links of each source. */
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
 * Whether the pending sources are expected to add too few links to wait for. The track record of these sources is scaled by the yield of
 * those that have answered, relative to their average: a rare keyword has few links everywhere. False until a source has answered.
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

/** Posts after the ban filter, split by whether their links match. */
type Sifted = Pick<Arrival, 'items' | 'found' | 'besides'>

/** Creates a filter that removes posts banned at the time of the call and finds those that match the request. */
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
