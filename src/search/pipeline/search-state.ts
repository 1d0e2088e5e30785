// What a search has found so far. An answer is the fold of all results into it; a stream sends what each result changes.
import type { Bans } from '../../bans/ban-list.ts'
import type { Meta, SearchRequest, Warning } from '../../contract/search.ts'
import type { LinkHealthCache } from '../checks/health-cache.ts'
import type { KnownKinds } from '../works/known-kinds.ts'
import { type ArchiveResults, type CombinedResultDeps, postKey } from './combined-results.ts'
import { createMerger, type MergedLink } from './merge.ts'
import type { StateOf } from './rank.ts'
import { archiveWarnings, buildMeta, failureWarnings, limitWarnings, pendingWarnings } from './response-meta.ts'
import { createResultFilter, type MatchedPost, type SourceResult, searchDeadlineMs } from './source-results.ts'
import type { SourceSelection } from './source-selection.ts'

export interface SearchStateDeps extends CombinedResultDeps {
  /** Known health of shares. */
  readonly knownHealth?: Pick<LinkHealthCache, 'stateOf' | 'healthOf'> | undefined
  /** The kinds of names that the board and earlier answers say. */
  readonly knownKinds?: KnownKinds | undefined
}

export type SearchState = Awaited<ReturnType<typeof openSearchState>>

/** Folds the results of a search into its state. */
export async function foldResults(
  results: AsyncIterable<SourceResult | ArchiveResults>,
  state: SearchState,
): Promise<SearchState> {
  for await (const result of results) state.add(result)
  return state
}

/** Creates the state of a search without results. */
export async function openSearchState(request: SearchRequest, choice: SourceSelection, deps: SearchStateDeps) {
  const { res, ext } = request
  const state = createSearchState(request, choice, deps)
  const hasWorks = res === 'works' || (ext.details && res !== 'results')
  if (!hasWorks) return { ...state, works: undefined }
  // The tables of the recogniser are loaded late: they take memory and time.
  const { createSearchWorks } = await import('./search-works.ts')
  return { ...state, works: createSearchWorks(request, deps.knownHealth, state.stateOf, deps.knownKinds) }
}

function createSearchState(request: SearchRequest, choice: SourceSelection, deps: SearchStateDeps) {
  const { archive, knownHealth, bans } = deps
  const { health = 'sink' } = request.ext
  const found = createFound(request, choice, bans)
  const stateOf: StateOf = knownHealth && health !== 'ignore' ? knownHealth.stateOf : () => undefined
  const isDead = (key: string) => stateOf(key) === 'bad'
  /** False for dead links that the request hides. */
  const isShown = (key: string) => health !== 'hide' || !isDead(key)
  return {
    ...found,
    /** The health of a share, as far as the request heeds it. */
    stateOf,
    isDead,
    isShown,
    /** These posts, with the links that are shown. */
    shownPosts: (posts: readonly MatchedPost[]): readonly MatchedPost[] =>
      health === 'hide' ? withoutHidden(posts, isShown) : posts,
    /** `isAnswered` tells whether the link with a key is in the answer. */
    meta(isAnswered: (key: string) => boolean = isShown): Meta {
      const dead = found.keys().filter(isDead).length
      const links = found.archivedKeys().filter(isAnswered).length
      const counts = { ...(archive ? { archive: { links } } : {}), ...(dead > 0 ? { dead } : {}) }
      return { ...buildMeta(found.received()), ...counts }
    },
    warnings(): Warning[] {
      const outcomes = found.received()
      return [
        ...failureWarnings(outcomes),
        ...archiveWarnings(found.isArchiveUnread()),
        ...limitWarnings(outcomes),
        ...pendingWarnings(outcomes, { ...deps, deadlineMs: searchDeadlineMs(request, deps) }),
      ]
    },
  }
}

/** Creates the merged results: none. */
function createFound(request: SearchRequest, { sources, clouds }: SourceSelection, bans: Bans | undefined) {
  const filterResults = createResultFilter(request, clouds, bans)
  const order = new Map(sources.map(({ id }, at) => [id, at]))
  let bansVersion = bans?.version()
  let merged = createMergedResults()
  let isArchiveUnread = false
  return {
    /** Adds a result and returns the keys of the shares whose entry may have changed. */
    add(result: SourceResult | ArchiveResults): ReadonlySet<string> {
      if (!('recalled' in result)) return merged.addReceived(result)
      isArchiveUnread ||= result.isUnread === true
      return merged.addRecalled(result.recalled)
    },
    /** If the ban list has changed, removes what is banned now and returns the keys of the shares before: a ban can change any link. */
    removeBanned(): readonly string[] {
      if (bans?.version() === bansVersion) return []
      bansVersion = bans?.version()
      const before = merged
      merged = createMergedResults()
      for (const result of before.received) merged.addReceived({ ...result, ...filterResults(result.items) })
      merged.addRecalled(filterResults(before.recalled().map(({ result }) => result)).found)
      return before.keys()
    },
    /** The results of sources, in the order of the selection. */
    received: () => merged.received.toSorted((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0)),
    /** Without all of the archive, or of the links, an answer is not cached. */
    isIncomplete: () => isArchiveUnread || merged.received.some(({ omittedLinks }) => omittedLinks > 0),
    isArchiveUnread: () => isArchiveUnread,
    /** The matching posts of sources, and those that only the archive has. */
    posts: () => [...merged.received.flatMap(({ found }) => found), ...merged.recalled()],
    keys: () => merged.keys(),
    entries: (keys?: Iterable<string>): MergedLink[] => merged.entries(keys),
    /** Whether a source returned the share, and not just the archive. */
    isReturned: (key: string) => merged.returned.has(key),
    archivedKeys: () => [...keysOf(merged.recalled())].filter((key) => !merged.returned.has(key)),
  }
}

function createMergedResults() {
  const received: SourceResult[] = []
  const returned = new Set<string>()
  const recalled = new Map<string, readonly MatchedPost[]>()
  const merger = createMerger()
  return {
    received,
    returned,
    recalled: () => [...recalled.values()].flat(),
    keys: () => merger.keys(),
    entries: merger.entries,
    addReceived(result: SourceResult): ReadonlySet<string> {
      received.push(result)
      for (const key of keysOf(result.found)) returned.add(key)
      // A post from its source replaces the archived copy, which may be old.
      for (const name of recalled.size > 0 ? result.items.map(postKey) : []) {
        for (const { matches } of recalled.get(name) ?? []) merger.remove(matches)
        recalled.delete(name)
      }
      const touched = merger.add(result.found.flatMap(({ matches }) => matches))
      return touched.union(merger.addAccessCodes(result.unmatchedLinks))
    },
    addRecalled(posts: readonly MatchedPost[]): ReadonlySet<string> {
      for (const post of posts) {
        const name = postKey(post.result)
        recalled.set(name, [...(recalled.get(name) ?? []), post])
      }
      return merger.add(posts.flatMap(({ matches }) => matches))
    },
  }
}

function keysOf(posts: readonly MatchedPost[]): Set<string> {
  return new Set(posts.flatMap(({ matches }) => matches.map(({ link }) => link.share.key)))
}

function withoutHidden(posts: readonly MatchedPost[], isShown: (key: string) => boolean): readonly MatchedPost[] {
  return posts.flatMap((post) => {
    const matches = post.matches.filter(({ link }) => isShown(link.share.key))
    return matches.length === 0 ? [] : [{ ...post, matches }]
  })
}
