// The lists of one topic as a grid over the full width.
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { Card } from './card.tsx'
import { hotMessages } from './messages.ts'
import type { Topic } from './topics.ts'

interface GridProps {
  readonly topic: Topic
  readonly records: readonly SourceRecord[]
}

/** A scroll container of its own, so that the topics stay visible. */
export function TopicGrid({ topic, records }: GridProps) {
  const messages = useMessages(hotMessages)
  const { board } = useBoard()
  const box = useRef<HTMLDivElement>(null)
  const positionKey = `grid ${topic}`
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = board.scrollPositions.get(positionKey) ?? 0
  }, [board, positionKey])
  return (
    <div
      ref={box}
      class="relative min-h-0 flex-1 overflow-y-auto pb-3 [scrollbar-width:thin]"
      onScroll={({ currentTarget }) => board.scrollPositions.set(positionKey, currentTarget.scrollTop)}
    >
      <h2 class="sr-only">{messages.topics[topic]}</h2>
      <div class="grid grid-cols-[repeat(auto-fill,minmax(18rem,1fr))] items-start gap-3">
        {records.map((record) => (
          <Card key={record.id} record={record} row={records} isInGrid />
        ))}
      </div>
    </div>
  )
}
