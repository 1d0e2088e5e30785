// The functions that hide muted words, once they are loaded.
import type { FunctionComponent } from 'preact'
import type * as unmuting from './without-muted.ts'

export interface MutedLineProps {
  /** Number of entries with a muted word. */
  readonly count: number
  readonly isRevealed: boolean
  readonly onReveal: (isRevealed: boolean) => void
}

export interface Muting {
  readonly MutedLine: FunctionComponent<MutedLineProps>
  readonly items: typeof unmuting.unmutedItems
  readonly entries: typeof unmuting.unmutedEntries
  readonly stories: typeof unmuting.unmutedStories
  readonly works: typeof unmuting.unmutedWorks
  readonly lists: typeof unmuting.unmutedLists
}
