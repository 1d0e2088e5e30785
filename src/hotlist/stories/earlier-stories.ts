// Finds the stories of before by their items.
import type { Story, StoryItem } from './story.ts'

export interface EarlierStories {
  firstSeen: (source: string, id: string) => number | undefined
  /** The story with the item, or with one of the same title. */
  storyWith: (item: Pick<StoryItem, 'source' | 'id' | 'title'>) => Story | undefined
}

export function readEarlier(stories: readonly Story[]): EarlierStories {
  const bySource = new Map<string, Map<string, { readonly story: Story; readonly firstSeen: number }>>()
  const byTitle = new Map<string, Story>()
  for (const story of stories)
    for (const { source, id, title, firstSeen } of story.items) {
      byTitle.set(title, story)
      const items = bySource.get(source)
      if (items) items.set(id, { story, firstSeen })
      else bySource.set(source, new Map([[id, { story, firstSeen }]]))
    }
  return {
    firstSeen: (source, id) => bySource.get(source)?.get(id)?.firstSeen,
    storyWith: ({ source, id, title }) => bySource.get(source)?.get(id)?.story ?? byTitle.get(title),
  }
}
