// Joins the items of hot lists into stories: the same happening on lists of several platforms, by the words of the titles.
import { createHeadlineIndex } from './headline-index.ts'
import { keepIds } from './keep-ids.ts'
import { linkHeadlines } from './link-headlines.ts'
import type { RankedList, Story } from './story.ts'
import { storyOf } from './story-of.ts'

export interface StoryJoiner {
  /**
   * The stories of the lists, the highest score first. `earlier`: stories of before, from which the ids and the times of the first sight
   * are taken. `now`, in epoch milliseconds, decides how fast a story spreads.
   */
  join: (lists: readonly RankedList[], now: number, earlier?: readonly Story[]) => Story[]
}

/** The joiner remembers what it compared; the stories depend only on the arguments of `join`. */
export function createStoryJoiner(): StoryJoiner {
  const index = createHeadlineIndex()
  return {
    join: (lists, now, earlier = []) => {
      index.update(lists)
      const seen = firstSights(earlier)
      const stories = linkHeadlines(index.headlines())
        .filter((group) => new Set(group.map(({ list }) => list.platform ?? list.source)).size > 1)
        .map((group) => storyOf(group, now, seen))
      return keepIds(stories, earlier).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    },
  }
}

/** The key of an item among all lists. */
function firstSights(earlier: readonly Story[]): Map<string, number> {
  const items = earlier.flatMap((story) => story.items)
  return new Map(items.map(({ source, id, firstSeen }) => [`${source} ${id}`, firstSeen]))
}
