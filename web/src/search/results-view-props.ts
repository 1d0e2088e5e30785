// The properties of both views of results.
import type { RefObject } from 'preact'
import type { LinkChecking } from './link-checking.ts'
import type { RecentSearch } from './recent-searches.ts'
import type { SearchState } from './search-state.ts'
import type { ReadingState } from './use-is-reading.ts'
import type { Selection } from './works/selection.ts'

export interface ResultsViewProps {
  readonly ask: SearchState
  readonly search: RecentSearch
  readonly checking: LinkChecking
  readonly reading: ReadingState
  readonly selection: Selection
  /** The element around the list. */
  readonly panel: RefObject<HTMLDivElement>
  /** Changes how the results are displayed. */
  readonly onChange: (part: Partial<SearchState>) => void
  /** Starts another search. */
  readonly onAsk: (ask: SearchState) => void
}
