// Joins the items of hot lists into stories: the same event on lists of several platforms, by the words of the titles.
import { createWorkCounter, type Pieces } from '../../async/pieces.ts'
import { totalSimilarity } from './compare-headlines.ts'
import { type EarlierStory, readEarlier } from './earlier-stories.ts'
import type { Headline } from './headline.ts'
import { createHeadlineIndex } from './headline-index.ts'
import { keepIds, type StoryDraft } from './keep-ids.ts'
import { createHeadlineLinker } from './link-headlines.ts'
import { platformOf, type RankedList, type Story } from './story.ts'
import { byScore, describeGroup, type GroupDescription, storyOf } from './story-of.ts'
import { createVocabulary } from './vocabulary.ts'

/** Words looked at in a piece. */
export const pieceWork = 20_000
/** Describing a headline of a story is as much work as looking at so many words for each of its own. */
const describingWork = 10

export interface StoryJoiner {
  /**
   * In pieces; one call must have ended before the next.
   * The stories of the lists, the highest score first. `earlier`: stories of before, from which the ids and the times of the first sight
   * are taken. `now`, in epoch milliseconds, decides how fast a story spreads.
   */
  join: (lists: readonly RankedList[], now: number, earlier?: readonly EarlierStory[]) => Pieces<Story[]>
}

/** The joiner remembers what it compared; the stories depend only on the arguments of `join`. */
export function createStoryJoiner(): StoryJoiner {
  const vocabulary = createVocabulary()
  const countWork = createWorkCounter(pieceWork)
  const update = createHeadlineIndex(vocabulary, countWork)
  const link = createHeadlineLinker((one, other) => totalSimilarity(one, other, vocabulary), countWork)
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
    *join(lists, now, earlierStories = []) {
      const earlier = readEarlier(earlierStories)
      const stories: StoryDraft[] = []
      for (const group of yield* link(yield* update(lists))) {
        if (isOfOnePlatform(group)) continue
        stories.push(storyOf(descriptionOf(group), now, earlier))
        yield* countWork(describingWork * group.reduce((sum, { words }) => sum + words.length, 0))
      }
      return keepIds(stories.sort(byScore), earlier)
    },
  }
}

function isOfOnePlatform([first, ...others]: readonly Headline[]): boolean {
  return others.every(({ list }) => first && platformOf(list) === platformOf(first.list))
}

function isEqual(one: readonly Headline[], other: readonly Headline[]): boolean {
  return one.length === other.length && one.every((headline, index) => headline === other[index])
}
