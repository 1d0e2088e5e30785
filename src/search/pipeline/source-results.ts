// Asks the sources of one search and yields their results as they are received, with the links that match the request.
import { setImmediate as immediate } from 'node:timers/promises'
import { createWorkCounter } from '../../async/pieces.ts'
import type { Bans } from '../../bans/ban-list.ts'
import type { SearchRequest } from '../../contract/search.ts'
import type { GatherOptions, PendingOutcome } from '../../upstream/gather.ts'
import type { Outcome, Source } from '../../upstream/source.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import type { SearchQuery } from '../plugin.ts'
import type { SearchLimit } from '../posts/answer-limits.ts'
import type { ParsedPost, PostLink } from '../posts/parse-post.ts'
import type { TrackRecord } from '../source-track-record.ts'
import { withoutBanned } from './filter-banned.ts'
import { createMatcher, type Match, type Relevance } from './match.ts'
import type { SourceSelection } from './source-selection.ts'

type QueriedSource = Source<SearchQuery, ParsedPost>

/** A post that matches the request, its matching links, and the relevance of the best of them. */
export interface MatchedPost {
  readonly result: ParsedPost
  readonly matches: readonly Match[]
  readonly relevance: Relevance
}

/** Posts after the ban filter, split by whether their links match. */
export interface FilteredPosts {
  readonly items: readonly ParsedPost[]
  readonly found: readonly MatchedPost[]
  /** Links that do not match the request; they may carry the access code of one that does. */
  readonly unmatchedLinks: readonly PostLink[]
}

/** The outcome of asking one source of a search, and its posts. */
export interface SourceResult extends FilteredPosts {
  readonly source: string
  readonly outcome: Outcome<ParsedPost> | PendingOutcome<ParsedPost>
  /** Number of its links that exceed the limits of a search. */
  readonly omittedLinks: number
}

export interface SourceResultDeps {
  readonly upstream: Pick<Upstream, 'gather' | 'isAvailable'>
  readonly record: Pick<TrackRecord, 'recordUnique' | 'rankSources' | 'expected'>
  /** Default time that a search waits for its sources, in milliseconds. */
  readonly deadlineMs: number
  /** Default number of concurrent attempts of a search. */
  readonly defaultConc: number
  /** Entries cached before this time (epoch milliseconds) are from an earlier process: they are served at once, however stale, and revalidated. */
  readonly atOnceBefore?: number
  readonly bans?: Bans | undefined
  /** Time after which a search may be answered without pending sources that are not worth the wait, in milliseconds. */
  readonly earlyMs: number
}

/** How a search is run, besides its request. */
export interface SearchOptions extends Pick<GatherOptions, 'versionReads' | 'client'> {
  readonly signal: AbortSignal
  readonly limit: Pick<SearchLimit, 'take'>
}

/** Pending sources are worth the wait if they are expected to add at least this fraction of the links received. */
const minExpectedFraction = 0.02

/** The deadline of this search, in milliseconds. */
export function searchDeadlineMs({ ext }: SearchRequest, { deadlineMs }: Pick<SourceResultDeps, 'deadlineMs'>): number {
  return ext.deadline_ms ?? deadlineMs
}

/** The query for the sources, without the options that do not change what sources answer: deadline, health, details. */
function toSourceQuery({ kw, ext: { deadline_ms: _wait, health: _order, details: _told, ...ext } }: SearchRequest) {
  return { kw, ext }
}

/** Sources looked up at once: a few more than the asks of a search that is cheap. */
const lookedUpAtOnce = 16

/**
 * Number of selected sources that have no usable cache entry and would have to be asked. Once they do not fit, the others count as such too: in a
 * crowd, looking up all sources of each search would take the disk longer than the searches themselves.
 */
export async function countUncached(
  request: SearchRequest,
  { sources }: Pick<SourceSelection, 'sources'>,
  { upstream }: { readonly upstream: Pick<SourceResultDeps['upstream'], 'isAvailable'> },
  fits: (asks: number) => boolean,
): Promise<number> {
  if (request.refresh) return sources.length
  const query = toSourceQuery(request)
  let uncached = 0
  for (let from = 0; from < sources.length && fits(uncached); from += lookedUpAtOnce) {
    const some = sources.slice(from, from + lookedUpAtOnce)
    const known = await Promise.all(some.map((source) => upstream.isAvailable(source, query)))
    uncached += known.filter((isKnown) => !isKnown).length
  }
  return fits(uncached) ? uncached : sources.length
}

/** After this many links others may run. */
const linksPerPiece = 2_000

function countLinks(posts: readonly ParsedPost[]): number {
  return posts.reduce((sum, { links }) => sum + links.length, 0)
}

/** Asks the sources, most promising first; pending ones come last. Throws the signal's reason; any other is a bug. */
export async function* streamSourceResults(
  request: SearchRequest,
  { sources, clouds }: SourceSelection,
  parts: SourceResultDeps,
  { signal, versionReads, client, limit }: SearchOptions,
): AsyncGenerator<SourceResult> {
  const { upstream, record, atOnceBefore, bans } = parts
  const filter = createResultFilter(request, clouds, bans)
  const counter = createYieldCounter()
  const omitted = new Map<string, number>()
  const work = createWorkCounter(linksPerPiece)
  const spread = {
    maxAgeMs: request.refresh ? 0 : undefined,
    serveStaleBefore: request.refresh ? undefined : atOnceBefore,
    versionReads,
    // A client that does not read its stream pauses this search; what is received meanwhile must not exceed the limits.
    limitItems: (source: string, received: readonly ParsedPost[]) => {
      const items = limit.take(received)
      omitted.set(source, countLinks(received.slice(items.length)))
      return items
    },
    parallel: request.conc ?? parts.defaultConc,
    deadlineMs: searchDeadlineMs(request, parts),
    earlyStop: {
      afterMs: parts.earlyMs,
      isEnough: (pending: readonly QueriedSource[]) => isNotWorthWaiting(pending, counter, record),
    },
    client,
    signal,
  }
  for await (const [{ id }, outcome] of upstream.gather(record.rankSources(sources), toSourceQuery(request), spread)) {
    signal.throwIfAborted()
    const items = outcome.state === 'failed' ? [] : outcome.items
    const sifted = filter(items)
    if (outcome.state !== 'failed' && outcome.state !== 'pending') counter.count(id, outcome.at, sifted.found)
    yield { source: id, outcome, omittedLinks: omitted.get(id) ?? 0, ...sifted }
    if (work.add(countLinks(items))) {
      work.take()
      await immediate()
    }
  }
  signal.throwIfAborted()
  // Only a search over all sources and links shows which links are unique to one source.
  const isComplete = !request.channels && !request.plugins && request.src === 'all' && !clouds && !request.filter
  if (isComplete) counter.recordUnique(record)
}

/** Counts the links of a search so far: by source, and those unique to one source. */
function createYieldCounter() {
  const answered = new Map<string, { readonly at: Date; readonly links: number }>()
  const owner = new Map<string, string | undefined>()
  let total = 0
  return {
    answered,
    count(source: string, at: Date, found: readonly MatchedPost[]): void {
      const before = total
      for (const { matches } of found) {
        total += matches.length
        for (const { link } of matches) {
          const { key } = link.share
          if (!owner.has(key)) owner.set(key, source)
          else if (owner.get(key) !== source) owner.set(key, undefined)
        }
      }
      answered.set(source, { at, links: total - before })
    },
    /** The number of links, with and without duplicates. */
    total: () => total,
    distinct: () => owner.size,
    /** Records the fraction of unique links of each source that has links. */
    recordUnique(record: Pick<TrackRecord, 'recordUnique'>): void {
      const unique = new Map<string, number>()
      for (const source of owner.values()) if (source !== undefined) unique.set(source, (unique.get(source) ?? 0) + 1)
      for (const [source, { at, links }] of answered)
        if (links > 0) record.recordUnique(source, (unique.get(source) ?? 0) / links, at)
    },
  }
}

/**
 * Whether the pending sources are expected to add too few links to wait for. The track record of these sources is scaled by the yield of
 * those that have answered, relative to their average: a rare keyword has few links everywhere. False until a source has answered.
 */
function isNotWorthWaiting(
  pending: readonly QueriedSource[],
  counter: ReturnType<typeof createYieldCounter>,
  record: SourceResultDeps['record'],
): boolean {
  const expectedTotal = [...counter.answered.keys()].reduce((sum, id) => sum + record.expected(id).ifAnswered, 0)
  const expectedNew = pending.reduce((sum, { id }) => sum + record.expected(id).newIfAsked, 0)
  return expectedTotal > 0 && expectedNew * (counter.total() / expectedTotal) < minExpectedFraction * counter.distinct()
}

/** Adds the links with an access code that are not among the matches, which have the same order. */
function addUnmatched({ links }: ParsedPost, matches: readonly Match[], unmatched: PostLink[]): void {
  let next = 0
  for (const link of links) {
    if (matches[next]?.link === link) next += 1
    else if (link.password !== '') unmatched.push(link)
  }
}

/** Creates a filter that removes posts banned at the time of the call and finds those that match the request. */
export function createResultFilter(
  request: SearchRequest,
  clouds: SourceSelection['clouds'],
  bans: Bans | undefined,
): (results: readonly ParsedPost[]) => FilteredPosts {
  const matcher = createMatcher({ ...request, clouds })
  return (results) => {
    const items = bans ? withoutBanned(results, bans) : results
    const found: MatchedPost[] = []
    const unmatchedLinks: PostLink[] = []
    for (const result of items) {
      const matches = matcher(result)
      addUnmatched(result, matches, unmatchedLinks)
      if (matches.length === 0) continue
      const isInTitle = matches.some(({ relevance }) => relevance === 'title')
      found.push({ result, matches, relevance: isInTitle ? 'title' : 'text' })
    }
    return { items, found, unmatchedLinks }
  }
}
