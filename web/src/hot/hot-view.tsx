// The hot-lists view: loads the list of sources, then shows the board.

import { LayoutList } from 'lucide-preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord, SourcesAnswer } from '../../../src/contract/hotlist.ts'
import { now } from '../clock.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { lazyComponent, Nothing } from '../components/lazy.tsx'
import { type Topic, topicOf } from '../components/topics.ts'
import { useNarrow } from '../components/use-narrow.ts'
import { usePage } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import type { Board } from './board.ts'
import { BoardScope, getBoard } from './board-context.ts'
import { BoardDialogs, useDialogs } from './board-dialogs.tsx'
import { listsByTab } from './board-layout.ts'
import { hotMessages } from './messages.ts'
import { type BoardTab, hrefOfTab, type Tab, tabOf } from './tabs.ts'
import { Toolbar } from './toolbar.tsx'
import { createVisibilityObserver } from './visibility.ts'

export function HotView() {
  const messages = hotMessages.use()
  useEffect(() => {
    document.title = `${messages.title} - Trawl`
  }, [messages])
  return (
    <>
      <h1 class="sr-only">{messages.title}</h1>
      <Sources />
    </>
  )
}

function Sources() {
  const page = usePage()
  const board = getBoard(page, now)
  const { answer, error, retry } = useAnswer<SourcesAnswer>('/api/v1/sources')
  const token = page.credential.value
  const knownToken = useRef(token)
  useEffect(() => {
    if (knownToken.current !== token) board.onCredentialChange()
    knownToken.current = token
  }, [board, token])
  useLayoutEffect(() => {
    if (!answer) return
    board.lastSeen.onServerTime(answer.timestamp)
    board.records.value = answer.sources.filter(({ enabled }) => enabled)
  }, [board, answer])
  if (board.records.value.length > 0 || answer)
    return <BoardView board={board} isEmpty={answer?.sources.length === 0} />
  return error ? <ErrorPage error={error} onRetry={retry} /> : <BoardSkeleton />
}

function BoardSkeleton() {
  const messages = hotMessages.use()
  return (
    <div role="status" class="h-[calc(100dvh-9.5rem)] pt-2">
      <span class="sr-only">{messages.loading}</span>
      <div class="h-9 rounded-lg bg-raised" />
      <div class="mt-3 grid h-full grid-cols-[repeat(auto-fill,minmax(19rem,1fr))] gap-3 overflow-hidden">
        {[1, 2, 3, 4].map((column) => (
          <div key={column} class="rounded-xl border border-line bg-card" />
        ))}
      </div>
    </div>
  )
}

const BoardKeys = lazyComponent(async () => (await import('./board-keys.ts')).BoardKeys)
const StoryMarks = lazyComponent(async () => (await import('./stories/story-marks.tsx')).StoryMarks, Nothing)
/** The stories and the cards are chunks of their own: a first visit shows one of them. */
const StoriesView = lazyComponent(async () => (await import('./stories/stories-view.tsx')).StoriesView)
const DigestView = lazyComponent(async () => (await import('./digest/digest-view.tsx')).DigestView)
const Cards = lazyComponent(async () => (await import('./cards.tsx')).Cards)

interface BoardProps {
  readonly board: Board
  /** Whether the server has no lists at all. */
  readonly isEmpty: boolean
}

function BoardView({ board, isEmpty }: BoardProps) {
  const isNarrow = useNarrow()
  const { hasContent } = usePage()
  const screen = useMemo(() => createVisibilityObserver((id, isNear) => board.setNear(id, isNear)), [board])
  const dialogs = useDialogs()
  const layout = board.layout.layout.value
  const records = board.records.value
  const lists = useMemo(() => listsByTab(records, layout), [records, layout])
  const currentTab = useCurrentTab(isNarrow)
  const recordOf = useMemo(() => new Map(records.map((record) => [record.id, record])), [records])
  const context = useMemo(
    () => ({ board, recordOf, screen, currentTab, isNarrow }),
    [board, recordOf, screen, currentTab, isNarrow],
  )
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
        <div class={`flex min-h-0 flex-1 flex-col ${board.isOffline.value ? 'opacity-70' : ''}`}>
          {isEmpty ? <NoLists /> : <Lists lists={lists} tab={currentTab} onArrange={arrange} />}
        </div>
        <p role="status" class="sr-only">
          {board.announcement}
        </p>
      </section>
      {hasContent.value && <BoardKeys />}
      {hasContent.value && currentTab !== 'stories' && currentTab !== 'digest' && <StoryMarks />}
      <BoardDialogs dialogs={dialogs} />
    </BoardScope>
  )
}

type ByTab = ReadonlyMap<Tab, readonly SourceRecord[]>

interface ListsProps {
  readonly lists: ByTab
  readonly tab: BoardTab
  readonly onArrange: () => void
}

/** The stories, the visible lists of the tab or of all topics, or a message that there are none. */
function Lists({ lists, tab, onArrange }: ListsProps) {
  const topicLists = useMemo(() => ofTopics(lists), [lists])
  if (tab === 'stories')
    return (
      <StoriesView lists={topicLists}>
        <Cards lists={lists} topicLists={topicLists} tab="popular" />
      </StoriesView>
    )
  if (tab === 'digest') return <DigestView />
  const isAnyShown = topicLists.size > 0
  if (!isAnyShown || (tab !== 'all' && !lists.has(tab)))
    return <NoneShown onArrange={onArrange} isTopicEmpty={isAnyShown} />
  return <Cards lists={lists} topicLists={topicLists} tab={tab} />
}

function ofTopics(lists: ByTab): ReadonlyMap<Topic, readonly SourceRecord[]> {
  return new Map(
    [...lists].flatMap(([tab, records]) => {
      const topic = topicOf(tab)
      return topic ? [[topic, records] as const] : []
    }),
  )
}

function NoneShown({ onArrange, isTopicEmpty }: { readonly onArrange: () => void; readonly isTopicEmpty: boolean }) {
  const messages = hotMessages.use()
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
  const messages = hotMessages.use()
  return <EmptyState icon={LayoutList} title={messages.noneAtAll} text={messages.noneAtAllHint} />
}

/** Pauses and resumes live updates with visibility and network, and ends them on unmount. */
function useLive(board: Board): void {
  useEffect(() => {
    const update = () => {
      board.isOffline.value = !navigator.onLine
      if (document.hidden || !navigator.onLine) board.liveUpdates.pause()
      else board.liveUpdates.resume()
    }
    update()
    document.addEventListener('visibilitychange', update)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      removeEventListener('online', update)
      removeEventListener('offline', update)
      board.onClose()
    }
  }, [board])
}

/** The tab of the URL; the stories without one. A narrow screen has no room for all topics side by side. */
function useCurrentTab(isNarrow: boolean): BoardTab {
  const asked = tabOf(useLocation().query.topic)
  return asked === 'all' && isNarrow ? 'popular' : asked
}

/**
 * Shows the list of the URL: in the current tab or among the most-read lists if they have it, else in its topic. The card scrolls itself into
 * view once it is rendered.
 */
function useListOfUrl(board: Board, tab: BoardTab, lists: ByTab): void {
  const { route, query } = useLocation()
  const asked = query.list
  const record = board.records.value.find(({ id, family }) => id === asked || family === asked)
  useEffect(() => {
    if (!record) return
    board.layout.show(record.id)
    const shown = ([tab, 'popular'] as const).find(
      (one) => one === 'all' || (one !== 'stories' && one !== 'digest' && lists.get(one)?.includes(record)),
    )
    route(hrefOfTab(shown ?? record.column), true)
    board.scrollTarget.value = record.id
  }, [board, record])
}
