// The board: toolbar and tabs above, the lists of one tab or columns of all topics below.
import { LayoutList } from 'lucide-preact'
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { useMessages } from '../use-messages.ts'
import type { Board } from './board.ts'
import { BoardScope, useBoard } from './board-context.ts'
import { BoardDialogs, useDialogs } from './board-dialogs.tsx'
import { listsByTab } from './board-layout.ts'
import { Columns } from './columns.tsx'
import { hotMessages } from './messages.ts'
import { TabGrid } from './tab-grid.tsx'
import { Toolbar } from './toolbar.tsx'
import { hrefOfTab, type Tab, tabOf, topicOf } from './topics.ts'
import { createVisibilityObserver } from './visibility.ts'

const BoardKeys = lazyComponent(async () => (await import('./board-keys.ts')).BoardKeys)

interface BoardProps {
  readonly board: Board
  /** Whether the server has no lists at all. */
  readonly isEmpty: boolean
}

export function BoardView({ board, isEmpty }: BoardProps) {
  const isNarrow = useNarrow()
  const screen = useMemo(() => createVisibilityObserver(board.setNear), [board])
  const dialogs = useDialogs()
  const layout = board.layout.layout.value
  const records = board.records.value
  const lists = useMemo(() => listsByTab(records, layout), [records, layout])
  const currentTab = useCurrentTab(lists, isNarrow)
  const context = useMemo(() => ({ board, screen, currentTab, isNarrow }), [board, screen, currentTab, isNarrow])
  useLive(board)
  useListOfUrl(board, currentTab, lists)
  const arrange = useCallback(() => dialogs.open('arrange'), [dialogs.open])
  return (
    <BoardScope value={context}>
      <section
        data-wide
        class="flex h-[calc(100dvh-7rem-env(safe-area-inset-bottom))] min-h-96 flex-col -mb-10 sm:-mb-7 sm:h-[calc(100dvh-4.25rem)]"
      >
        <Toolbar lists={lists} tab={currentTab} onOpen={dialogs.open} />
        {isEmpty ? <NoLists /> : <Lists lists={lists} tab={currentTab} onArrange={arrange} />}
        <p role="status" class="sr-only">
          {board.announcement}
        </p>
      </section>
      <BoardKeys />
      <BoardDialogs dialogs={dialogs} />
    </BoardScope>
  )
}

type ByTab = ReadonlyMap<Tab, readonly SourceRecord[]>

interface ListsProps {
  readonly lists: ByTab
  readonly tab: Tab | 'all'
  readonly onArrange: () => void
}

/** The visible lists of the tab or of all topics, or a message that there are none. */
function Lists({ lists, tab, onArrange }: ListsProps) {
  const { isNarrow } = useBoard()
  const topicLists = useMemo(() => new Map([...lists].filter(([key]) => topicOf(key))), [lists])
  const ofTab = tab === 'all' ? undefined : lists.get(tab)
  const isAnyShown = topicLists.size > 0
  if (!isAnyShown || (tab !== 'all' && !ofTab)) return <NoneShown onArrange={onArrange} isTopicEmpty={isAnyShown} />
  if (tab !== 'all' && ofTab && !isNarrow) return <TabGrid key={tab} tab={tab} records={ofTab} />
  return <Columns lists={isNarrow ? lists : topicLists} tab={tab} />
}

function NoneShown({ onArrange, isTopicEmpty }: { readonly onArrange: () => void; readonly isTopicEmpty: boolean }) {
  const messages = useMessages(hotMessages)
  return (
    <EmptyState
      icon={LayoutList}
      title={isTopicEmpty ? messages.noneHere : messages.noneShown}
      text={messages.noneHint}
    >
      <Button look="main" onClick={onArrange}>
        {messages.arrange}
      </Button>
    </EmptyState>
  )
}

function NoLists() {
  const messages = useMessages(hotMessages)
  return <EmptyState icon={LayoutList} title={messages.noneAtAll} text={messages.noneAtAllHint} />
}

/** Pauses and resumes live updates with visibility and network, and ends them on unmount. */
function useLive({ liveUpdates, isOffline, onClose }: Board): void {
  useEffect(() => {
    const update = () => {
      isOffline.value = !navigator.onLine
      if (document.hidden || !navigator.onLine) liveUpdates.pause()
      else liveUpdates.resume()
    }
    update()
    document.addEventListener('visibilitychange', update)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      removeEventListener('online', update)
      removeEventListener('offline', update)
      onClose()
    }
  }, [liveUpdates, isOffline, onClose])
}

/**
 * The tab of the URL; without one, the user's own if it has lists, else the most-read lists. That choice holds while the view is open, so
 * that starring a list does not change the tab.
 */
function useCurrentTab(lists: ByTab, isNarrow: boolean): Tab | 'all' {
  const asked = tabOf(useLocation().query.topic)
  const hasLists = lists.size > 1
  const start = useRef<Tab>()
  if (hasLists) start.current ??= lists.get('starred')?.length ? 'starred' : 'popular'
  return (asked === 'all' && isNarrow ? undefined : asked) ?? start.current ?? 'popular'
}

/**
 * Shows the list of the URL: in the current tab if it has it, else in its topic. The card scrolls itself into view once it is rendered.
 */
function useListOfUrl(board: Board, tab: Tab | 'all', lists: ByTab): void {
  const { route, query } = useLocation()
  const asked = query.list
  const record = board.records.value.find(({ id, family }) => id === asked || family === asked)
  useEffect(() => {
    if (!record) return
    board.layout.show(record.id)
    route(hrefOfTab(tab === 'all' || lists.get(tab)?.includes(record) ? tab : record.column), true)
    board.scrollTarget.value = record.id
  }, [board, record])
}
