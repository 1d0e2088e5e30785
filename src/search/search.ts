// One search: select sources, gather their results, match, merge, rank, convert to the contract.
import { setImmediate as immediate } from 'node:timers/promises'
import type { Bans } from '../bans/ban-list.ts'
import type { SearchRequest, SearchResponse } from '../contract/search.ts'
import type { Work } from '../contract/works.ts'
import { createInFlightGauge } from '../observability/in-flight-gauge.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createVersionReads, type PartVersions } from '../upstream/cache/versions.ts'
import type { Archive } from './archive/archive.ts'
import type { Catalogue } from './catalogue.ts'
import type { BackgroundChecker } from './checks/background-checker.ts'
import type { LinkHealthCache } from './checks/health-cache.ts'
import { encodeAnswer, type SearchAnswer, type SearchEvent } from './pipeline/answer.ts'
import { archiveOnlyKeys, withoutReceived } from './pipeline/archive-dedup.ts'
import { coalesceSearches } from './pipeline/coalesce.ts'
import { coalesceEvents } from './pipeline/coalesce-events.ts'
import { type CombinedResultDeps, streamResults } from './pipeline/combined-results.ts'
import { createDeadLinks, type DeadLinks } from './pipeline/dead-links.ts'
import { loadSearchWorks } from './pipeline/load-search-works.ts'
import { createMerger } from './pipeline/merge.ts'
import { rankLinks, rankResults } from './pipeline/rank.ts'
import {
  archiveWarnings,
  buildMeta,
  cacheAge,
  failureWarnings,
  limitWarnings,
  pendingWarnings,
} from './pipeline/response-meta.ts'
import type { SearchWorks } from './pipeline/search-works.ts'
import {
  countUncached,
  createResultFilter,
  type MatchedPost,
  type SearchOptions,
  type SourceResult,
  searchDeadlineMs,
} from './pipeline/source-results.ts'
import { createSelector, type SourceSelection } from './pipeline/source-selection.ts'
import { searchEvents } from './pipeline/stream.ts'
import { hasResults, toData } from './pipeline/to-contract.ts'
import { createSearchLimits, fitAnswer } from './posts/answer-limits.ts'

/** Runs searches, as one answer or as a stream of events. */
export type Search = ReturnType<typeof createSearch>

/** Channels not listed by the operator that one request may name; each further group of this size counts as one more request. */
const maxUnlistedPerRequest = 10

export interface SearchDeps extends Catalogue, CombinedResultDeps {
  /** Stores all posts found; undefined when the archive is disabled. */
  readonly archive?: Archive | undefined
  /** Known health of shares. */
  readonly knownHealth?: Pick<LinkHealthCache, 'stateOf' | 'healthOf'> | undefined
  /** The versions of the health of shares: their order depends on it in every answer. */
  readonly healthVersions?: ((keys: Iterable<string>) => PartVersions) | undefined
  /** Receives the shares that rank first in answers. */
  readonly rechecker?: Pick<BackgroundChecker, 'recordShown'> | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly capacity?: SearchCapacity | undefined
  /** Whether a source is on; sources that an administrator switched off are not asked. */
  readonly isOn?: ((id: string) => boolean) | undefined
  /** Whether a source is asleep: then only a request that names it asks it. */
  readonly isAsleep?: ((id: string) => boolean) | undefined
}

/** Capacity for searches, counted in upstream asks. */
export interface SearchCapacity {
  /** Whether this many asks fit. */
  hasCapacity(asks: number, client?: string): boolean
  /** Reserves it and returns the release function; throws when the service, or this client, has none left. */
  reserve(asks: number, client?: string): () => void
}

/** Creates the search, with a gauge of the searches in progress. */
export function openSearch(deps: SearchDeps, metrics: Pick<Metrics, 'gauge'>): Search {
  const search = createSearch(deps)
  const help = 'Searches in progress; equal concurrent ones count each.'
  const inFlight = createInFlightGauge(metrics, 'trawl_searches_running', help)
  return { ...search, answer: inFlight.trackPromise(search.answer), events: inFlight.trackGenerator(search.events) }
}

/** Creates the search. `signal` aborts when the caller disconnects; `client` is the rate limit key of the caller. */
export function createSearch(deps: SearchDeps) {
  const choose = createSelector(deps, deps.archive?.store)
  const { epochMs, capacity } = deps
  const openLimit = createSearchLimits()
  const reserveFor =
    capacity &&
    (async (request: SearchRequest, client?: string) => {
      const choice = choose(request)
      const asks = choice.sources.length
      const fits = (some: number) => capacity.hasCapacity(some, client)
      // Cache look-ups take time, so they are made only when capacity is short.
      return capacity.reserve(fits(asks) ? asks : await countUncached(request, choice, deps, fits), client)
    })
  return {
    /** Rejects with the signal's reason when the caller disconnects, or with the error of `SearchCapacity.reserve`; any other error is a bug. */
    answer: coalesceSearches(
      async (request, signal, client) => {
        const choice = choose(request)
        const limit = openLimit(client)
        return answerSearch(request, choice, deps, { signal, client, limit }).finally(limit.release)
      },
      epochMs,
      reserveFor,
    ),
    /** The same search as events; throws like `answer`, for want of capacity before the first event. */
    events: coalesceEvents(async function* search(request, signal, client): AsyncGenerator<SearchEvent> {
      const release = await reserveFor?.(request, client)
      const limit = openLimit(client)
      try {
        yield* searchEvents(request, choose(request), deps, { signal, client, limit })
      } finally {
        limit.release()
        release?.()
      }
    }, epochMs),
    /** The work with this key, with all its links in the archive. @throws (rejects) RequestError 404 if unknown, 503 if the archive cannot be read. */
    async work(key: string): Promise<Work> {
      const { findWork } = await import('./pipeline/find-work.ts')
      return await findWork(key, deps)
    },
    /** Number of requests that a search counts as in the client's rate limit. */
    requestCount: (request: SearchRequest): number =>
      Math.max(1, Math.ceil(choose(request).unlistedCount / maxUnlistedPerRequest)),
  }
}

/** Answers a search as a whole. Rejects like `Search.answer`. */
async function answerSearch(
  request: SearchRequest,
  choice: SourceSelection,
  deps: SearchDeps,
  options: SearchOptions,
): Promise<SearchAnswer> {
  const { epochMs, knownHealth, bans } = deps
  const started = epochMs()
  const versionReads = createVersionReads(epochMs)
  const dead = createDeadLinks(request, knownHealth)
  const works = (await loadSearchWorks(request))?.(request, knownHealth, dead.stateOf)
  const bansBefore = bans?.version()
  const collected = await collect(request, choice, deps, { ...options, versionReads })
  if (works) await recogniseTitles(works, collected)
  // Bans added during the search also apply to results that were received before them.
  const results = bans?.version() === bansBefore ? collected : refilterBanned(collected, request, choice, bans)
  const { body, keys } = buildBody(request, choice, results, { ...deps, dead, works })
  const age = cacheAge(collected.arrived, started)
  // An answer that depends on no source would never be invalidated.
  const versions = choice.sources.length === 0 ? undefined : versionReads.stamp(choice.sources.length)
  const stamp = versions && { ...versions, parts: deps.healthVersions?.(keys) }
  return { body, text: encodeAnswer(body), ...age, tookMs: epochMs() - started, stamp }
}

/** Collects a whole search, with the sources in the order of the selection. Without all of the archive, or of the links, its answer is not cached. */
async function collect(...search: Parameters<typeof streamResults>): Promise<CollectedResults> {
  const [, { sources }, , { versionReads }] = search
  const collected: CollectedResults = { arrived: [], recalled: [], isArchiveUnread: false }
  for await (const result of streamResults(...search)) {
    if ('recalled' in result) {
      collected.recalled.push(...result.recalled)
      collected.isArchiveUnread ||= result.isUnread === true
    } else collected.arrived.push(result)
  }
  // Other searches of the client may have left no room for all links.
  const isLimited = collected.arrived.some(({ omittedLinks }) => omittedLinks > 0)
  if (collected.isArchiveUnread || isLimited) versionReads?.markIncomplete()
  const order = new Map(sources.map(({ id }, index) => [id, index]))
  collected.arrived.sort((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0))
  return collected
}

/** Titles are recognised in pieces of so many posts, between which others may run: most of the work of an answer by work. */
const postsPerPiece = 200

async function recogniseTitles(works: SearchWorks, { arrived, recalled }: CollectedResults): Promise<void> {
  const posts = [...arrived.flatMap(({ found }) => found), ...recalled]
  for (let from = 0; from < posts.length; from += postsPerPiece) {
    if (from > 0) await immediate()
    for (const { matches } of posts.slice(from, from + postsPerPiece)) for (const match of matches) works.titleOf(match)
  }
}

/** All results of a search: from sources, in the order of the selection, and from the archive. */
interface CollectedResults {
  readonly arrived: SourceResult[]
  readonly recalled: MatchedPost[]
  isArchiveUnread: boolean
}

/** The results without those that are banned now. */
function refilterBanned(
  collected: CollectedResults,
  request: SearchRequest,
  { clouds }: SourceSelection,
  bans: Bans | undefined,
): CollectedResults {
  const filterResults = createResultFilter(request, clouds, bans)
  return {
    ...collected,
    arrived: collected.arrived.map((arrival) => ({ ...arrival, ...filterResults(arrival.items) })),
    recalled: [...filterResults(collected.recalled.map(({ result }) => result)).found],
  }
}

/** The parts that an answer is made with. */
interface AnswerDeps extends SearchDeps {
  readonly dead: DeadLinks
  readonly works: SearchWorks | undefined
}

function buildBody(
  request: SearchRequest,
  choice: SourceSelection,
  results: CollectedResults,
  parts: AnswerDeps,
): { readonly body: SearchResponse; readonly keys: ReadonlySet<string> } {
  const { arrived, isArchiveUnread } = results
  const late = pendingWarnings(arrived, { ...parts, deadlineMs: searchDeadlineMs(request, parts) })
  const { data, keys, linkCounts, warnings: leftOut } = buildData(request, results, parts)
  const lacking = [...failureWarnings(arrived), ...archiveWarnings(isArchiveUnread), ...limitWarnings(arrived), ...late]
  const warnings = [...choice.warnings, ...lacking, ...leftOut]
  const meta = { ...buildMeta(arrived), ...linkCounts }
  return { body: { code: 0, message: 'success', data, ...(warnings.length > 0 ? { warnings } : {}), meta }, keys }
}

/** The `data` of an answer, the keys of the shares that it depends on, and the counts of its archived and dead links for `meta`. */
function buildData(request: SearchRequest, { arrived, recalled }: CollectedResults, parts: AnswerDeps) {
  const { dead, works } = parts
  const archivedOnly = withoutReceived(recalled, arrived)
  const matchedPosts = [...arrived.flatMap(({ found }) => found), ...archivedOnly]
  const merger = createMerger()
  const keys = merger.add(matchedPosts.flatMap(({ matches }) => matches))
  for (const { unmatchedLinks } of arrived) merger.addAccessCodes(unmatchedLinks)
  const visibleKeys = [...keys].filter((key) => !dead.areHidden || !dead.isDead(key))
  const ranked = hasResults(request.res) ? rankResults(dead.without(matchedPosts), dead.stateOf) : []
  const links = rankLinks(merger.entries(visibleKeys), dead.stateOf)
  parts.rechecker?.recordShown(links)
  const { entries, results, warnings } = fitAnswer(request.res === 'results' ? [] : links, ranked)
  const answered = new Set(request.res === 'results' ? visibleKeys : entries.map(({ share }) => share.key))
  const archive = parts.archive && { links: archiveOnlyKeys(archivedOnly, arrived).intersection(answered).size }
  const deadCount = [...keys].filter(dead.isDead).length
  works?.update([], entries, true)
  if (works) parts.archive?.storeWorks(works.works())
  const data =
    request.res === 'works'
      ? { total: entries.length, works: works?.toWorks(entries) ?? [] }
      : toData(request.res, entries, results, works?.details)
  return {
    data,
    keys,
    linkCounts: { ...(archive ? { archive } : {}), ...(deadCount > 0 ? { dead: deadCount } : {}) },
    warnings,
  }
}
