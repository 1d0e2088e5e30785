// One search: select sources, gather their results, match, merge, rank, convert to the contract.
import { setImmediate as immediate } from 'node:timers/promises'
import type { SearchRequest, SearchResponse } from '../contract/search.ts'
import type { Work } from '../contract/works.ts'
import type { LoadShedder } from '../http/load-shedding.ts'
import { createInFlightGauge } from '../observability/in-flight-gauge.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createVersionReads, type PartVersions } from '../upstream/cache/versions.ts'
import type { Archive } from './archive/archive.ts'
import type { Catalogue } from './catalogue.ts'
import type { BackgroundChecker } from './checks/background-checker.ts'
import { encodeAnswer, type SearchAnswer } from './pipeline/answer.ts'
import { coalesceSearches } from './pipeline/coalesce.ts'
import { streamResults } from './pipeline/combined-results.ts'
import { rankLinks, rankResults } from './pipeline/rank.ts'
import { cacheAge } from './pipeline/response-meta.ts'
import { foldResults, openSearchState, type SearchState, type SearchStateDeps } from './pipeline/search-state.ts'
import type { SearchWorks } from './pipeline/search-works.ts'
import { countUncached, type MatchedPost, type SearchOptions } from './pipeline/source-results.ts'
import { createSelector, type SourceSelection } from './pipeline/source-selection.ts'
import { searchEvents } from './pipeline/stream.ts'
import { hasResults, toData } from './pipeline/to-contract.ts'
import { createSearchLimits, fitAnswer } from './posts/answer-limits.ts'

/** Runs searches, as one answer or as a stream of events. */
export type Search = ReturnType<typeof createSearch>

/** Channels not listed by the operator that one request may name; each further group of this size counts as one more request. */
const maxUnlistedPerRequest = 10

export interface SearchDeps extends Catalogue, SearchStateDeps {
  /** Stores all posts found; undefined while the archive is disabled. */
  readonly archive?: Archive | undefined
  /** The versions of the health of shares: their order depends on it in every answer. */
  readonly healthVersions?: ((keys: Iterable<string>) => PartVersions) | undefined
  /** Receives the shares that rank first in answers. */
  readonly rechecker?: Pick<BackgroundChecker, 'recordShown'> | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
  readonly capacity?: Pick<LoadShedder, 'hasCapacity' | 'reserve'> | undefined
  /** Whether a source is on; sources that an administrator switched off are not asked. */
  readonly isOn?: ((id: string) => boolean) | undefined
  /** Whether a source is asleep: then only a request that names it asks it. */
  readonly isAsleep?: ((id: string) => boolean) | undefined
}

/** Creates the search, with a gauge of the searches in progress. */
export function openSearch(deps: SearchDeps, metrics: Pick<Metrics, 'gauge'>): Search {
  const search = createSearch(deps)
  const help = 'Searches in progress; equal concurrent ones count each.'
  const inFlight = createInFlightGauge(metrics, 'trawl_searches_running', help)
  return { ...search, answer: inFlight.trackPromise(search.answer), events: inFlight.trackGenerator(search.events) }
}

type SearchArguments = [request: SearchRequest, choice: SourceSelection, deps: SearchDeps, options: SearchOptions]

/** Creates the search. `signal` aborts when the caller disconnects; `client` is the rate limit key of the caller. */
export function createSearch(deps: SearchDeps) {
  const choose = createSelector(deps, (posts) => deps.archive?.store(posts))
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
  /** Coalesces equal searches; each has its capacity and its limit from its start to its end. */
  const coalesce = <Item>(run: (...search: SearchArguments) => AsyncGenerator<Item>) =>
    coalesceSearches(async function* limited(request, signal, client) {
      const release = await reserveFor?.(request, client)
      const limit = openLimit(client)
      try {
        yield* run(request, choose(request), deps, { signal, client, limit })
      } finally {
        limit.release()
        release?.()
      }
    }, epochMs)
  const answers = coalesce(answerSearch)
  return {
    /** Rejects with the signal's reason when the caller disconnects, or with the error of `LoadShedder.reserve`; any other error is a bug. */
    async answer(request: SearchRequest, signal: AbortSignal, client?: string): Promise<SearchAnswer> {
      for await (const answer of answers(request, signal, client)) return answer
      throw new Error('a search ended without an answer')
    },
    /** The same search as events; throws like `answer`, for want of capacity before the first event. */
    events: coalesce(searchEvents),
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

/** Answers a search as a whole: yields the fold of its results. Throws like `streamResults`. */
async function* answerSearch(
  request: SearchRequest,
  choice: SourceSelection,
  deps: SearchDeps,
  options: SearchOptions,
): AsyncGenerator<SearchAnswer> {
  const started = deps.epochMs()
  const versionReads = createVersionReads(deps.epochMs)
  const state = await openSearchState(request, choice, deps)
  await foldResults(streamResults(request, choice, deps, { ...options, versionReads }), state)
  if (state.works) await recogniseTitles(state.works, state.posts())
  // Bans added during the search also apply to results that were received before them.
  state.removeBanned()
  if (state.isIncomplete()) versionReads.markIncomplete()
  const body = buildBody(request, choice, state, deps)
  // An answer that depends on no source would never be invalidated.
  const versions = choice.sources.length === 0 ? undefined : versionReads.stamp(choice.sources.length)
  const stamp = versions && { ...versions, parts: deps.healthVersions?.(state.keys()) }
  const age = cacheAge(state.received(), started)
  yield { body, text: encodeAnswer(body), ...age, tookMs: deps.epochMs() - started, stamp }
}

/** Titles are recognised in pieces of so many posts, between which others may run: most of the work of an answer by work. */
const postsPerPiece = 200

async function recogniseTitles(works: SearchWorks, posts: readonly MatchedPost[]): Promise<void> {
  for (let from = 0; from < posts.length; from += postsPerPiece) {
    if (from > 0) await immediate()
    for (const { matches } of posts.slice(from, from + postsPerPiece)) for (const match of matches) works.titleOf(match)
  }
}

function buildBody(
  request: SearchRequest,
  choice: SourceSelection,
  state: SearchState,
  deps: SearchDeps,
): SearchResponse {
  const { data, isAnswered, warnings: leftOut } = buildData(request, state, deps)
  const warnings = [...choice.warnings, ...state.warnings(), ...leftOut]
  const meta = state.meta(isAnswered)
  return { code: 0, message: 'success', data, ...(warnings.length > 0 ? { warnings } : {}), meta }
}

/** The `data` of an answer, which of the shares are in it, and warnings of what did not fit. */
function buildData({ res }: SearchRequest, state: SearchState, { archive, rechecker }: SearchDeps) {
  const { works, isShown } = state
  const ranked = hasResults(res) ? rankResults(state.shownPosts(state.posts()), state.stateOf) : []
  const links = rankLinks(state.entries(state.keys().filter(isShown)), state.stateOf)
  rechecker?.recordShown(links)
  const { entries, results, warnings } = fitAnswer(res === 'results' ? [] : links, ranked)
  const answered = new Set(entries.map(({ share }) => share.key))
  works?.update([], entries, true)
  if (works) archive?.storeWorks(works.works())
  const data =
    res === 'works'
      ? { total: entries.length, works: works?.toWorks(entries) ?? [] }
      : toData(res, entries, results, works?.details)
  return { data, warnings, isAnswered: res === 'results' ? isShown : (key: string) => answered.has(key) }
}
