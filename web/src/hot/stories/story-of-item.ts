// Which story an item of a list belongs to.
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'

/** The stories by list and item: `weibo 123`. */
export function storiesByItem(stories: readonly TrendStory[]): ReadonlyMap<string, TrendStory> {
  return new Map(stories.flatMap((story) => story.items.map(({ source, id }) => [`${source} ${id}`, story] as const)))
}
