// The board: toolbar and topics above, columns or one topic below.
import { LayoutList } from 'lucide-preact'
import { useCallback, useEffect, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { useMessages } from '../use-messages.ts'
import type { Board } from './board.ts'
import { BoardScope, useBoard } from './board-context.ts'
import { BoardDialogs, useDialogs } from './board-dialogs.tsx'
import { arrangeLists, visibleLists } from './board-layout.ts'
import { Columns } from './columns.tsx'
import { hotMessages } from './messages.ts'
import { Toolbar } from './toolbar.tsx'
import { TopicGrid } from './topic-grid.tsx'
import { type Topic, topicOf } from './topics.ts'
import { createVisibilityObserver } from './visibility.ts'

interface BoardProps {
  readonly board: Board
  /** Whether the server has no lists at all. */
  readonly isEmpty: boolean
}

export function BoardView({ board, isEmpty }: BoardProps) {
  const isNarrow = useNarrow()
  const screen = useMemo(() => createVisibilityObserver(board.setNear), [board])
  const context = useMemo(() => ({ board, screen, isNarrow }), [board, screen, isNarrow])
  const dialogs = useDialogs()
  const topic = topicOf(useLocation().query.topic)
  const layout = board.layout.layout.value
  const records = board.records.value
  const lists = useMemo(() => visibleLists(arrangeLists(records, layout), layout), [records, layout])
  useLive(board)
  useListOfUrl(board)
  const arrange = useCallback(() => dialogs.open('arrange'), [dialogs.open])
  return (
    <BoardScope value={context}>
      <section class="flex h-[calc(100dvh-7rem-env(safe-area-inset-bottom))] min-h-96 flex-col -mb-10 sm:-mb-7 sm:h-[calc(100dvh-4.25rem)]">
        <Toolbar lists={lists} topic={topic} onOpen={dialogs.open} />
        {isEmpty ? <NoLists /> : <Lists lists={lists} topic={topic} onArrange={arrange} />}
        <p role="status" class="sr-only">
          {board.announcement}
        </p>
      </section>
      <BoardDialogs dialogs={dialogs} />
    </BoardScope>
  )
}

interface ListsProps {
  readonly lists: ReadonlyMap<Topic, readonly SourceRecord[]>
  readonly topic: Topic | undefined
  readonly onArrange: () => void
}

/** The visible lists of the topic or of all topics, or a message that there are none. */
function Lists({ lists, topic, onArrange }: ListsProps) {
  const { isNarrow } = useBoard()
  const ofTopic = topic && lists.get(topic)
  if (lists.size === 0 || (topic && !ofTopic)) return <NoneShown onArrange={onArrange} isTopicEmpty={lists.size > 0} />
  if (topic && ofTopic && !isNarrow) return <TopicGrid topic={topic} records={ofTopic} />
  return <Columns lists={lists} topic={topic} />
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

/** Scrolls to the list of the URL, once lists are loaded; its card scrolls itself into view. */
function useListOfUrl(board: Board): void {
  const { query, route } = useLocation()
  const record = board.records.value.find(({ id, family }) => id === query.list || family === query.list)
  useEffect(() => {
    if (!record) return
    board.layout.show(record.id)
    route(`/hot?topic=${record.column}`, true)
    board.scrollTarget.value = record.id
  }, [board, record])
}
