// The functions that hide muted words, in one chunk that is loaded only if there are some.
import { MutedLine } from './muted-line.tsx'
import type { Muting } from './muting.ts'
import { unmutedEntries, unmutedItems, unmutedLists, unmutedStories, unmutedWorks } from './without-muted.ts'

export const mutingParts: Muting = {
  MutedLine,
  items: unmutedItems,
  entries: unmutedEntries,
  stories: unmutedStories,
  works: unmutedWorks,
  lists: unmutedLists,
}
