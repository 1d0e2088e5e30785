// Joins the items of hot lists into stories: the same happening on lists of several platforms, by the words of the titles.
import { readEarlier } from './earlier-stories.ts'
import type { Headline } from './headline.ts'
import { createHeadlineIndex } from './headline-index.ts'
import { keepIds } from './keep-ids.ts'
import { createHeadlineLinker } from './link-headlines.ts'
import type { RankedList, Story } from './story.ts'
import { byScore, describeGroup, type GroupDescription, storyOf } from './story-of.ts'
import { createVocabulary } from './vocabulary.ts'

export interface StoryJoiner {
  /**
   * The stories of the lists, the highest score first. `earlier`: stories of before, from which the ids and the times of the first sight
   * are taken. `now`, in epoch milliseconds, decides how fast a story spreads.
   */
  join: (lists: readonly RankedList[], now: number, earlier?: readonly Story[]) => Story[]
}

/** The joiner remembers what it compared; the stories depend only on the arguments of `join`. */
export function createStoryJoiner(): StoryJoiner {
  const vocabulary = createVocabulary()
  const index = createHeadlineIndex(vocabulary)
  const link = createHeadlineLinker(index.totalSimilarity)
  const descriptions = new WeakMap<Headline, GroupDescription>()
  const descriptionOf = (group: readonly Headline[]) => {
    const [first] = group
    const known = first && descriptions.get(first)
    if (known && isEqual(known.group, group)) return known
    const description = describeGroup(group, vocabulary)
    if (first) descriptions.set(first, description)
    return description
  }
  return {
    join: (lists, now, earlierStories = []) => {
      const earlier = readEarlier(earlierStories)
      const stories = link(index.update(lists))
        .filter((group) => new Set(group.map(({ list }) => list.platform ?? list.source)).size > 1)
        .map((group) => storyOf(descriptionOf(group), now, earlier))
        .sort(byScore)
      return keepIds(stories, earlier)
    },
  }
}

function isEqual(one: readonly Headline[], other: readonly Headline[]): boolean {
  return one.length === other.length && one.every((headline, index) => headline === other[index])
}
