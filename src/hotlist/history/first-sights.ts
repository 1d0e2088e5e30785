// When items of stories were first on their lists, from the history of the last day: this process may have started later.
import { setImmediate as pause } from 'node:timers/promises'
import { withPauses } from '../../async/pieces.ts'
import type { HistoryStorage } from '../../store/history/history-storage.ts'
import type { EarlierStory } from '../stories/earlier-stories.ts'
import type { createReader } from '../stories/similarity.ts'
import type { RankedList, Story, StoryItem } from '../stories/story.ts'

const dayMs = 24 * 60 * 60 * 1000

interface FirstSightsDeps {
  readonly history: Pick<HistoryStorage, 'page'> | undefined
  readonly epochMs: () => number
}

type ItemKey = Pick<StoryItem, 'source' | 'id'>

function createFirstSights({ history, epochMs }: FirstSightsDeps) {
  /** By list, then by item; undefined for an item that the history does not have. */
  const known = new Map<string, ReadonlyMap<string, number | undefined>>()
  /** The first reading that is known of each list; that of the history, once it is read. */
  const begins = new Map<string, number>()
  const beginOf = (source: string) => begins.get(source) ?? Number.POSITIVE_INFINITY
  return {
    beginOf,
    noteReading({ source, at, items }: RankedList): void {
      const times = items.map(({ firstSeen = at }) => firstSeen)
      if (!known.has(source)) begins.set(source, Math.min(beginOf(source), at, ...times))
    },
    of: ({ source, id }: ItemKey): number | undefined => known.get(source)?.get(id),
    /** Reads the history of lists with items that it was not asked for yet, and forgets all others. Resolves to whether it read any. */
    async learn(items: readonly ItemKey[]): Promise<boolean> {
      const bySource = Map.groupBy(items, ({ source }) => source)
      for (const source of known.keys()) if (!bySource.has(source)) known.delete(source)
      let hasRead = false
      for (const [list, ofList] of bySource) {
        const before = known.get(list)
        if (!history || ofList.every(({ id }) => before?.has(id))) continue
        const page = await history.page({ list, from: epochMs() - dayMs, to: epochMs() }).catch(() => undefined)
        // It cannot be read at the moment; the next join tries again.
        if (!page) return hasRead
        const firstSeen = new Map(page.items.map((item) => [item.id, item.firstSeen]))
        known.set(list, new Map(ofList.map(({ id }) => [id, firstSeen.get(id)])))
        begins.set(list, Math.min(...firstSeen.values()))
        hasRead = true
      }
      return hasRead
    },
  }
}

type FirstSights = ReturnType<typeof createFirstSights>

/**
 * Joins lists into stories, as the joiner does, and answers other requests between pieces. A story begins when the history first has one of its
 * items; the history is read meanwhile, because that of all lists takes seconds after a start. `onLearned`: the next stories begin earlier.
 */
export function createSightedJoin({ onLearned, ...deps }: FirstSightsDeps & { onLearned(): void }) {
  const sights = createFirstSights(deps)
  let reader: ReturnType<typeof createReader> | undefined
  let isLearning = false
  const learn = async (stories: readonly Story[]) => {
    if (isLearning) return
    isLearning = true
    try {
      if (await sights.learn(stories.flatMap(({ items }) => items))) onLearned()
    } finally {
      isLearning = false
    }
  }
  return {
    async join(
      lists: readonly RankedList[],
      now: number,
      earlier?: readonly EarlierStory[],
    ): Promise<readonly Story[]> {
      const sighted = lists.map((list) => withFirstSights(list, sights))
      for (const list of sighted) sights.noteReading(list)
      const titles = lists.reduce((sum, { items }) => sum + items.length, 0)
      // The joiner and its words are loaded late: they take memory and time.
      const [{ joinStories }, { createReader }] = await Promise.all([
        import('../stories/join-stories.ts'),
        import('../stories/similarity.ts'),
      ])
      // Else most titles that it knows have left the lists.
      if (reader === undefined || reader.texts.size > 2 * titles) reader = createReader()
      const stories = await withPauses(joinStories(sighted, now, earlier, reader), pause)
      void learn(stories)
      return stories
    },
    /** The time, if the list was read before it: an item of the first reading may be older. */
    enteredAt: ({ source, firstSeen }: Pick<StoryItem, 'source' | 'firstSeen'>): number | undefined =>
      firstSeen > sights.beginOf(source) ? firstSeen : undefined,
  }
}

/** An item that left the list and came back was first seen before it left. */
function withFirstSights(list: RankedList, sights: Pick<FirstSights, 'of'>): RankedList {
  const items = list.items.map((item) => {
    const firstSeen = sights.of({ source: list.source, id: item.id })
    return firstSeen === undefined ? item : { ...item, firstSeen: Math.min(firstSeen, item.firstSeen ?? list.at) }
  })
  return { ...list, items }
}
