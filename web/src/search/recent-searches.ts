// Keeps the latest searches in memory with results and scroll position, for going back without a request.
import type { ApiClient } from '../api-client.ts'
import { SearchSession } from './search-session.ts'
import type { SearchState } from './search-state.ts'
import { requestKey } from './search-url.ts'

const maxSearches = 4
/** Going back to an older search repeats the request. */
const maxAgeMs = 300_000
/** Events within this time are rendered together, to save work on phones. */
const renderIntervalMs = 120
/** Sources that did not answer in time are asked for again after this time. */
const lateAfterMs = 3_000

/** Where a list was left. */
export interface ListPosition {
  readonly view: SearchState['view']
  readonly top: number
  /** Heights of the pages, in pixels. */
  readonly heights: readonly number[]
}

export interface RecentSearch {
  readonly session: SearchSession
  /** Where its list was left. */
  position: ListPosition | undefined
}

export interface RecentSearches {
  /** Returns the search with this request key; starts it unless its results are fresh. */
  open(ask: SearchState): RecentSearch
}

export function createRecentSearches(api: Pick<ApiClient, 'events'>, epochMs: () => number): RecentSearches {
  const searches = new Map<string, RecentSearch>()
  const scheduleRender = (run: () => void) => {
    setTimeout(run, renderIntervalMs)
  }
  const scheduleLate = (run: () => void) => {
    const timer = setTimeout(run, lateAfterMs)
    return () => clearTimeout(timer)
  }
  return {
    open(ask) {
      const key = requestKey(ask)
      const search = searches.get(key) ?? {
        session: new SearchSession(ask, { api, epochMs, scheduleRender, scheduleLate }),
        position: undefined,
      }
      searches.delete(key)
      searches.set(key, search)
      for (const oldest of searches.keys()) {
        if (searches.size <= maxSearches) break
        searches.delete(oldest)
      }
      const { phase } = search.session.progress.peek()
      const isFresh = phase === 'done' && epochMs() - search.session.requestedAt < maxAgeMs
      if (!isFresh) search.session.start()
      return search
    },
  }
}
