// The board as columns, one per topic; on narrow screens one at a time, with swiping.

import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { Card } from './card.tsx'
import { hotMessages } from './messages.ts'
import type { Topic } from './topics.ts'

/** Scrolling counts as ended after this time; not all browsers support `scrollend`. */
const settleMs = 140

interface ColumnsProps {
  readonly lists: ReadonlyMap<Topic, readonly SourceRecord[]>
  readonly topic: Topic | undefined
}

export function Columns({ lists, topic }: ColumnsProps) {
  const { board, isNarrow } = useBoard()
  const row = useRef<HTMLDivElement>(null)
  const topics = useMemo(() => [...lists.keys()], [lists])
  useTopicSwiping(row, topics, topic)
  useLayoutEffect(() => {
    if (row.current && !isNarrow) row.current.scrollLeft = board.scrollPositions.get('all') ?? 0
  }, [board, isNarrow])
  return (
    <div
      ref={row}
      class="relative flex min-h-0 flex-1 snap-x snap-mandatory gap-3 overflow-x-auto overflow-y-hidden overscroll-x-contain max-md:-mx-3 max-md:gap-0 max-md:[scrollbar-width:none] md:snap-proximity md:pb-1"
      onScroll={({ currentTarget }) => {
        if (!isNarrow) board.scrollPositions.set('all', currentTarget.scrollLeft)
      }}
    >
      {[...lists].map(([key, records]) => (
        <Column key={key} topic={key} records={records} />
      ))}
    </div>
  )
}

interface ColumnProps {
  readonly topic: Topic
  readonly records: readonly SourceRecord[]
}

function Column({ topic, records }: ColumnProps) {
  const messages = useMessages(hotMessages)
  const { board, isNarrow } = useBoard()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = board.scrollPositions.get(topic) ?? 0
  }, [board, topic])
  return (
    <section
      aria-labelledby={`topic-${topic}`}
      class="relative flex w-full shrink-0 snap-start snap-always flex-col md:w-80 md:snap-normal"
    >
      <h2 id={`topic-${topic}`} class={isNarrow ? 'sr-only' : 'px-1 pb-1.5 text-sm font-semibold text-soft'}>
        <a href={`/hot?topic=${topic}`} class="hover:text-ink hover:underline">
          {messages.topics[topic]}
        </a>
      </h2>
      <div
        ref={box}
        class="relative flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-y-contain pb-3 max-md:px-3 [scrollbar-width:thin]"
        onScroll={({ currentTarget }) => board.scrollPositions.set(topic, currentTarget.scrollTop)}
      >
        {records.map((record) => (
          <Card key={record.id} record={record} row={records} />
        ))}
      </div>
    </section>
  )
}

/** On narrow screens, keeps the visible column and the topic in the URL in sync. */
function useTopicSwiping(
  row: { readonly current: HTMLDivElement | null },
  topics: readonly Topic[],
  topic: Topic | undefined,
): void {
  const { isNarrow } = useBoard()
  const { route } = useLocation()
  const at = topic === undefined ? 0 : topics.indexOf(topic)
  const hasPositioned = useRef(false)
  useLayoutEffect(() => {
    const box = row.current
    if (!box || !isNarrow || at < 0) return
    const scrollLeft = at * box.clientWidth
    const isSmooth = hasPositioned.current && !matchMedia('(prefers-reduced-motion: reduce)').matches
    if (Math.abs(box.scrollLeft - scrollLeft) > 2)
      box.scrollTo({ left: scrollLeft, behavior: isSmooth ? 'smooth' : 'instant' })
    hasPositioned.current = true
  }, [at, isNarrow, row])
  useEffect(() => {
    const box = row.current
    if (!box || !isNarrow) return
    const timer = { id: 0 }
    const onScroll = () => {
      clearTimeout(timer.id)
      timer.id = window.setTimeout(() => {
        const visibleTopic = topics[Math.round(box.scrollLeft / box.clientWidth)]
        if (visibleTopic && visibleTopic !== (topic ?? topics[0])) route(`/hot?topic=${visibleTopic}`, true)
      }, settleMs)
    }
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer.id)
      box.removeEventListener('scroll', onScroll)
    }
  }, [isNarrow, route, row, topic, topics])
}
