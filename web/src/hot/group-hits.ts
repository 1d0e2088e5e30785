// Groups the hits of the word search by story: the same event on several lists is one row.
import type { FoundItem } from '../../../src/contract/hotlist-find.ts'
import type { TrendStory } from '../../../src/contract/hotlist-trends.ts'
import { storiesByItem } from './stories/story-of-item.ts'

export interface HitRow {
  readonly key: string
  /** The highest of its hits. */
  readonly best: FoundItem
  /** Undefined for an item that belongs to no story. */
  readonly story: TrendStory | undefined
}

/** Rows in the order of their best hits; `hits` are ordered by rank. */
export function groupHits(hits: readonly FoundItem[], stories: readonly TrendStory[]): readonly HitRow[] {
  const storyOf = storiesByItem(stories)
  const rows = new Map<string, HitRow>()
  for (const best of hits) {
    const ofItem = `${best.id} ${best.item.id}`
    const story = storyOf.get(ofItem)
    const key = story?.id ?? ofItem
    if (!rows.has(key)) rows.set(key, { key, best, story })
  }
  return [...rows.values()]
}
