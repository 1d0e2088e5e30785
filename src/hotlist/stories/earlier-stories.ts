// Finds the stories of before by their items.
import type { Story, StoryItem } from './story.ts'

export interface EarlierStory extends Pick<Story, 'id' | 'firstSeen' | 'firstSource'> {
  readonly items: readonly Pick<StoryItem, 'source' | 'id' | 'title' | 'firstSeen'>[]
}

export interface EarlierStories {
  firstSeen: (source: string, id: string) => number | undefined
  /** The story with the item, or with one of the same title. */
  storyWith: (item: Pick<StoryItem, 'source' | 'id' | 'title'>) => EarlierStory | undefined
}

export function readEarlier(stories: readonly EarlierStory[]): EarlierStories {
  const bySource = new Map<string, Map<string, { readonly story: EarlierStory; readonly firstSeen: number }>>()
  const byTitle = new Map<string, EarlierStory>()
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
