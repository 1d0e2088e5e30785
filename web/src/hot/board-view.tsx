// The board: toolbar and topics above, columns or one topic below.
import { LayoutList } from 'lucide-preact'
import { useCallback, useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'
import { useNarrow } from '../parts/narrow.ts'
import { StatePage } from '../parts/state-page.tsx'
import type { Board } from './board.ts'
import { useSight, WithSight } from './board-context.ts'
import { BoardDialogs, useDialogs } from './board-dialogs.tsx'
import { Columns } from './columns.tsx'
import { arranged, shownOnly } from './layout.ts'
import { createNearScreen } from './near-screen.ts'
import { Toolbar } from './toolbar.tsx'
import { TopicGrid } from './topic-grid.tsx'
import { type Topic, topicOf } from './topics.ts'
import { useLiveness } from './use-liveness.ts'
import { useSought } from './use-sought.ts'
import { hotWords } from './words.ts'

interface BoardProps {
  readonly board: Board
  /** Whether the server has no lists at all. */
  readonly isEmpty: boolean
}

export function BoardView({ board, isEmpty }: BoardProps) {
  const isNarrow = useNarrow()
  const screen = useMemo(() => createNearScreen(board.near), [board])
  const sight = useMemo(() => ({ board, screen, isNarrow }), [board, screen, isNarrow])
  const dialogs = useDialogs()
  const topic = topicOf(useLocation().query.topic)
  const layout = board.layout.layout.value
  const records = board.records.value
  const lists = useMemo(() => shownOnly(arranged(records, layout), layout), [records, layout])
  useLiveness(board)
  const seek = useSought(board, topic)
  const arrange = useCallback(() => dialogs.open('arrange'), [dialogs.open])
  return (
    <WithSight value={sight}>
      <section class="flex h-[calc(100dvh-7rem-env(safe-area-inset-bottom))] min-h-96 flex-col -mb-10 sm:-mb-7 sm:h-[calc(100dvh-4.25rem)]">
        <Toolbar lists={lists} topic={topic} onOpen={dialogs.open} />
        {isEmpty ? <NoLists /> : <Lists lists={lists} topic={topic} onArrange={arrange} />}
        <p role="status" class="sr-only">
          {board.told}
        </p>
      </section>
      <BoardDialogs dialogs={dialogs} onPick={seek} />
    </WithSight>
  )
}

interface ListsProps {
  readonly lists: ReadonlyMap<Topic, readonly SourceRecord[]>
  readonly topic: Topic | undefined
  readonly onArrange: () => void
}

/** The visible lists of the topic or of all topics, or a message that there are none. */
function Lists({ lists, topic, onArrange }: ListsProps) {
  const { isNarrow } = useSight()
  const ofTopic = topic && lists.get(topic)
  if (lists.size === 0 || (topic && !ofTopic)) return <NoneShown onArrange={onArrange} isHere={lists.size > 0} />
  if (topic && ofTopic && !isNarrow) return <TopicGrid topic={topic} records={ofTopic} />
  return <Columns lists={lists} topic={topic} />
}

function NoneShown({ onArrange, isHere }: { readonly onArrange: () => void; readonly isHere: boolean }) {
  const messages = useWords(hotWords)
  return (
    <StatePage icon={LayoutList} title={isHere ? messages.noneHere : messages.noneShown} text={messages.noneHint}>
      <Button look="main" onClick={onArrange}>
        {messages.arrange}
      </Button>
    </StatePage>
  )
}

function NoLists() {
  const messages = useWords(hotWords)
  return <StatePage icon={LayoutList} title={messages.noneAtAll} text={messages.noneAtAllHint} />
}
