// The filters of the stories view and its panel, as parts of the address.
import { type Topic, topicOf } from '../../components/topics.ts'

/** The spans that can be chosen; the service offers more. */
export const storyWindows = ['1h', '6h', '24h'] as const
export type StoryWindow = (typeof storyWindows)[number]

/** The panes that narrow screens show one at a time. */
export const storyPanels = ['stories', 'risers', 'since'] as const
export type StoryPanel = (typeof storyPanels)[number]

export interface StoryFilters {
  readonly window: StoryWindow
  readonly column: Topic | undefined
  readonly panel: StoryPanel
}

const defaultWindow: StoryWindow = '24h'

export function parseStoryFilters(query: Readonly<Record<string, string>>): StoryFilters {
  return {
    window: storyWindows.find((window) => window === query.window) ?? defaultWindow,
    column: topicOf(query.column),
    panel: storyPanels.find((panel) => panel === query.panel) ?? 'stories',
  }
}

/** The address with these filters; defaults are left out. */
export function storyAddress({ window, column, panel }: StoryFilters): string {
  const query = new URLSearchParams({
    ...(window !== defaultWindow && { window }),
    ...(column && { column }),
    ...(panel !== 'stories' && { panel }),
  }).toString()
  return query === '' ? '/hot' : `/hot?${query}`
}
