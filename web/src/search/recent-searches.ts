// Keeps the latest searches in memory with results and scroll position, for going back without a request.
import { SearchSession, type SearchSessionOptions } from './search-session.ts'
import type { SearchState } from './search-state.ts'
import { requestKey } from './search-url.ts'

const maxSearches = 4
/** Going back to an older search repeats the request. */
const maxAgeMs = 300_000

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

export class RecentSearches {
  readonly #searches = new Map<string, RecentSearch>()
  readonly #options: SearchSessionOptions

  constructor(options: SearchSessionOptions) {
    this.#options = options
  }

  /** Returns the search with this request key; starts it unless its results are fresh. */
  open(ask: SearchState): RecentSearch {
    const key = requestKey(ask)
    const search = this.#searches.get(key) ?? { session: new SearchSession(ask, this.#options), position: undefined }
    this.#searches.delete(key)
    this.#searches.set(key, search)
    const [oldest = key] = this.#searches.keys()
    if (this.#searches.size > maxSearches) this.#searches.delete(oldest)
    const { session } = search
    const isFresh = session.progress.peek().phase === 'done' && this.#options.epochMs() - session.requestedAt < maxAgeMs
    if (!isFresh) session.start()
    return search
  }
}
