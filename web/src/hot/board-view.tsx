// The board: toolbar and topics above, columns or one topic below.
import { LayoutList } from 'lucide-preact'
import { useCallback, useEffect, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { useMessages } from '../use-messages.ts'
import type { Board } from './board.ts'
import { BoardScope } from './board-context.ts'
import { BoardDialogs, useDialogs } from './board-dialogs.tsx'
import { arrangeLists, visibleLists } from './board-layout.ts'
import { hotMessages } from './messages.ts'
import { Toolbar } from './toolbar.tsx'
import { type Topic, topicOf } from './topics.ts'
import { createVisibilityObserver } from './visibility.ts'

/** The stories and the cards are chunks of their own: a first visit shows one of them. */
const StoriesView = lazyComponent(async () => (await import('./stories/stories-view.tsx')).StoriesView)
const Cards = lazyComponent(async () => (await import('./cards.tsx')).Cards)

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
  const { topic: named } = useLocation().query
  const topic = topicOf(named)
  const isStories = named === undefined
  const layout = board.layout.layout.value
  const records = board.records.value
  const lists = useMemo(() => visibleLists(arrangeLists(records, layout), layout), [records, layout])
  useLive(board)
  const scrollToList = useScrollToList(board, topic, isStories)
  const arrange = useCallback(() => dialogs.open('arrange'), [dialogs.open])
  return (
    <BoardScope value={context}>
      <section class="flex h-[calc(100dvh-7rem-env(safe-area-inset-bottom))] min-h-96 flex-col -mb-10 sm:-mb-7 sm:h-[calc(100dvh-4.25rem)]">
        <Toolbar lists={lists} topic={topic} isStories={isStories} onOpen={dialogs.open} />
        {isEmpty && <NoLists />}
        {!isEmpty && isStories && <StoriesView lists={lists} />}
        {!(isEmpty || isStories) && <Lists lists={lists} topic={topic} onArrange={arrange} />}
        <p role="status" class="sr-only">
          {board.announcement}
        </p>
      </section>
      <BoardDialogs dialogs={dialogs} onPick={scrollToList} />
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
  const isNone = lists.size === 0 || (topic !== undefined && !lists.has(topic))
  if (isNone) return <NoneShown onArrange={onArrange} isTopicEmpty={lists.size > 0} />
  return <Cards lists={lists} topic={topic} />
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

/** Returns the function; `topic` is the current one. The card scrolls itself into view once it is rendered. */
function useScrollToList(board: Board, topic: Topic | undefined, isStories: boolean): (id: string) => void {
  const { route } = useLocation()
  return (id) => {
    const record = board.records.value.find((other) => other.id === id)
    if (!record) return
    board.layout.show(id)
    if (isStories || (topic && topic !== record.column)) route(`/hot?topic=${record.column}`)
    board.scrollTarget.value = id
  }
}
