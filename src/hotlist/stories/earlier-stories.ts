// Finds the stories of before by their items.
import type { Story, StoryItem } from './story.ts'

export interface EarlierStories {
  firstSeen: (source: string, id: string) => number | undefined
  /** The story with the item, or with one of the same title. */
  storyWith: (item: Pick<StoryItem, 'source' | 'id' | 'title'>) => Story | undefined
}

export function readEarlier(stories: readonly Story[]): EarlierStories {
  const bySource = new Map<string, Map<string, Story>>()
  const byTitle = new Map<string, Story>()
  for (const story of stories)
    for (const { source, id, title } of story.items) {
      byTitle.set(title, story)
      const items = bySource.get(source)
      if (items) items.set(id, story)
      else bySource.set(source, new Map([[id, story]]))
    }
  return {
    firstSeen: (source, id) => {
      const { items = [] } = bySource.get(source)?.get(id) ?? {}
      return items.find((item) => item.id === id && item.source === source)?.firstSeen
    },
    storyWith: ({ source, id, title }) => bySource.get(source)?.get(id) ?? byTitle.get(title),
  }
}
