// What an opened item shows: its description, the sites that tell the same story, and its ranks over time. Loaded when one is opened.
import type { HotListItem } from '../../../../src/contract/hotlist.ts'
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import { storyDetailMessages } from '../stories/detail-messages.ts'
import { SpreadLine } from '../stories/spread-line.tsx'
import { StoryChip, useBestOfSites } from '../stories/story-parts.tsx'
import { ItemHistory } from './item-history.tsx'

interface MoreProps {
  /** Id of the list. */
  readonly source: string
  readonly item: HotListItem
  readonly story: TrendStory | undefined
  /** Whether ranks say something in this list. */
  readonly hasRanks: boolean
}

export function ItemMore({ source, item, story, hasRanks }: MoreProps) {
  const hover = item.extra?.hover
  return (
    <>
      {hover !== undefined && <p class="ms-9 me-3 pb-2 text-xs leading-5 whitespace-pre-line text-soft">{hover}</p>}
      {story && <Sites story={story} source={source} />}
      {hasRanks && <ItemHistory source={source} item={item} />}
    </>
  )
}

/** The other sites of the story of an item. */
function Sites({ story, source }: { readonly story: TrendStory; readonly source: string }) {
  const messages = storyDetailMessages.use()
  const others = useBestOfSites(story.items).filter((one) => one.source !== source)
  return (
    <div class="ms-9 me-3 flex flex-col gap-1.5 pb-2">
      <ul aria-label={messages.sites} class="flex flex-wrap gap-1.5">
        {others.map((one) => (
          <StoryChip key={one.source} item={one} />
        ))}
      </ul>
      <SpreadLine story={story} />
    </div>
  )
}
