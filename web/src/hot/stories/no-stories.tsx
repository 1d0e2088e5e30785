// Shown in place of stories: why there are none.
import { CloudAlert, Newspaper } from 'lucide-preact'
import { EmptyState } from '../../components/empty-state.tsx'
import { createMessages } from '../../use-messages.ts'
import { noFilters, type StoryFilters, storyAddress } from './story-filters.tsx'

const noStoriesMessages = createMessages({
  none: ['还没有多个平台都在说的事', 'Nothing that several sites report yet'],
  noneHint: [
    '至少两个平台的榜单提到同一件事，才会出现在这里。榜单有人看过才会更新，过一会儿再来看看。',
    'A story needs two sites. Lists are fetched when somebody views them; come back in a moment.',
  ],
  allFailed: ['所有榜单都失败了', 'All lists failed'],
  allFailedHint: [
    '多半是服务器的网络问题，不代表没有热点。如果总是这样，请给服务器设置代理（HTTPS_PROXY）。',
    'Probably a network problem of the server; there may still be stories. If this persists, set a proxy (HTTPS_PROXY).',
  ],
  noneFiltered: ['这个范围内没有热点', 'No stories here'],
  noneFilteredHint: ['换一个分类，或者选更长的时间范围。', 'Choose another topic or a longer time span.'],
  reset: ['查看全部', 'Show all'],
})

interface NoStoriesProps {
  readonly filters: StoryFilters
  readonly haveListsFailed: boolean
}

export function NoStories({ filters, haveListsFailed }: NoStoriesProps) {
  const messages = noStoriesMessages.use()
  if (haveListsFailed)
    return <EmptyState icon={CloudAlert} title={messages.allFailed} text={messages.allFailedHint} isAlert />
  const reset = storyAddress({ ...noFilters, panel: filters.panel })
  if (reset === storyAddress(filters))
    return <EmptyState icon={Newspaper} title={messages.none} text={messages.noneHint} />
  return (
    <EmptyState icon={Newspaper} title={messages.noneFiltered} text={messages.noneFilteredHint}>
      <a class="rounded-lg bg-accent px-4 py-2 text-sm font-medium text-on-accent" href={reset}>
        {messages.reset}
      </a>
    </EmptyState>
  )
}
