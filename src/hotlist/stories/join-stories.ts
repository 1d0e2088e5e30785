// Joins the items of hot lists into stories: the same event on lists of several platforms, by the words of the titles.
import { createWorkCounter, type Pieces, type WorkCounter } from '../../async/pieces.ts'
import { type EarlierStory, keepIds, readEarlier, type StoryDraft } from './earlier-stories.ts'
import { createHeadlineIndex } from './headline-index.ts'
import { createHeadlineLinker } from './link-headlines.ts'
import { type Headline, platformOf, type RankedList, type Story } from './story.ts'
import { byScore, describeGroup, type GroupDescription, storyOf } from './story-of.ts'

/** Words looked at in a piece. */
const pieceWork = 20_000
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
  const work = createWorkCounter(pieceWork)
  const describedGroups = createGroupMemory(work)
  return {
    *join(lists, now, earlierStories = []) {
      const earlier = readEarlier(earlierStories)
      const stories: StoryDraft[] = []
      for (const description of yield* describedGroups(lists)) {
        stories.push(storyOf(description, now, earlier))
        if (work.add(describingWork * description.group.length)) yield work.take()
      }
      return keepIds(stories.sort(byScore), earlier)
    },
  }
}

function createGroupMemory(work: WorkCounter) {
  const update = createHeadlineIndex(work)
  const link = createHeadlineLinker(work)
  const descriptions = new WeakMap<Headline, GroupDescription>()
  const descriptionOf = (group: readonly Headline[]) => {
    const [first] = group
    const known = first && descriptions.get(first)
    if (known && isEqual(known.group, group)) return known
    const description = describeGroup(group)
    if (first) descriptions.set(first, description)
    return description
  }
  return function* describedGroups(lists: readonly RankedList[]): Pieces<GroupDescription[]> {
    const described: GroupDescription[] = []
    for (const group of yield* link(yield* update(lists))) {
      if (isOfOnePlatform(group)) continue
      described.push(descriptionOf(group))
      if (work.add(describingWork * group.reduce((sum, { item }) => sum + item.title.length, 0))) yield work.take()
    }
    return described
  }
}

function isOfOnePlatform([first, ...others]: readonly Headline[]): boolean {
  return others.every(({ list }) => first && platformOf(list) === platformOf(first.list))
}

function isEqual(one: readonly Headline[], other: readonly Headline[]): boolean {
  return one.length === other.length && one.every((headline, index) => headline === other[index])
}
