// Toolbar above the board: topics, live status, and actions for all lists.
import { ListChecks, Radio, RefreshCw, Search, TextSearch, WifiOff } from 'lucide-preact'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { IconButton } from '../components/button.tsx'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import type { DialogName } from './board-dialogs.tsx'
import { hotMessages } from './messages.ts'
import { TopicTabs } from './topic-tabs.tsx'
import type { Topic } from './topics.ts'
import { useRefresh } from './use-refresh.ts'

interface ToolbarProps {
  readonly lists: ReadonlyMap<Topic, readonly SourceRecord[]>
  readonly topic: Topic | undefined
  readonly onOpen: (name: DialogName) => void
}

/** One row on wide screens, two on narrow ones. */
export function Toolbar({ lists, topic, onOpen }: ToolbarProps) {
  const messages = useMessages(hotMessages)
  const { board } = useBoard()
  const { refreshNear } = useRefresh()
  const { openDialog } = usePage()
  const openPalette = () => {
    openDialog.value = 'palette'
  }
  const progress = board.progress.value
  return (
    <div class="flex flex-wrap items-center gap-x-3 pb-2 md:flex-nowrap">
      <TopicTabs lists={lists} topic={topic} />
      <div class="flex w-full items-center justify-between gap-3 max-md:order-first md:w-auto md:shrink-0">
        <LiveSign />
        <div class="flex">
          <IconButton icon={Search} label={messages.findList} onClick={openPalette} />
          <IconButton icon={TextSearch} label={messages.findWord} onClick={() => onOpen('word')} />
          <IconButton
            icon={RefreshCw}
            label={messages.refreshAll}
            class={progress ? 'animate-spin' : ''}
            onClick={refreshNear}
          />
          <IconButton icon={ListChecks} label={messages.arrange} onClick={() => onOpen('arrange')} />
        </div>
      </div>
    </div>
  )
}

/** Shows whether the board is updated live. */
function LiveSign() {
  const messages = useMessages(hotMessages)
  const { liveUpdates, progress, isOffline } = useBoard().board
  const isBroken = liveUpdates.isBroken.value || isOffline.value
  const isLive = liveUpdates.live.value.size > 0
  const Icon = isBroken ? WifiOff : Radio
  const whyNot = isOffline.value ? messages.offline : messages.notLive
  const shown = isBroken ? whyNot : messages.live
  const renewing = progress.value
  return (
    <p role="status" class="flex h-6 min-w-0 items-center gap-1.5 text-xs md:w-48 md:justify-end">
      {renewing && <span class="figures truncate text-soft">{messages.refreshing(renewing.done, renewing.of)}</span>}
      {!renewing && (isBroken || isLive) && (
        <span title={shown} class={`flex min-w-0 items-center gap-1.5 ${isBroken ? 'text-warn' : 'text-good'}`}>
          <Icon size={14} aria-hidden="true" class="shrink-0" />
          <span class="truncate">{shown}</span>
        </span>
      )}
    </p>
  )
}
