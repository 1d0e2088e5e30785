// Shown in place of stories: why there are none.
import { CloudAlert, Newspaper } from 'lucide-preact'
import { EmptyState } from '../../components/empty-state.tsx'
import { useMessages } from '../../use-messages.ts'
import { noStoriesMessages } from './no-stories-messages.ts'
import { type StoryFilters, storyAddress } from './story-address.ts'

interface NoStoriesProps {
  readonly filters: StoryFilters
  readonly haveListsFailed: boolean
}

export function NoStories({ filters, haveListsFailed }: NoStoriesProps) {
  const messages = useMessages(noStoriesMessages)
  if (haveListsFailed)
    return <EmptyState icon={CloudAlert} title={messages.allFailed} text={messages.allFailedHint} isAlert />
  const isFiltered = filters.column !== undefined || filters.window !== '24h'
  return (
    <EmptyState
      icon={Newspaper}
      title={isFiltered ? messages.noneFiltered : messages.none}
      text={isFiltered ? messages.noneFilteredHint : messages.noneHint}
    >
      {isFiltered && (
        <a
          class="rounded-lg bg-accent px-4 py-2 text-sm font-medium text-on-accent"
          href={storyAddress({ window: '24h', column: undefined, panel: filters.panel })}
        >
          {messages.reset}
        </a>
      )}
    </EmptyState>
  )
}
