// The lists of one tab as a grid over the full width.
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { Card } from './card.tsx'
import { hotMessages } from './messages.ts'
import { StarsHead } from './stars-head.tsx'
import type { Tab } from './tabs.ts'

interface GridProps {
  readonly tab: Tab
  readonly records: readonly SourceRecord[]
}

/** A scroll container of its own, so that the topics stay visible. It ends 1 px after the cards: it would clip borders at fractional widths. */
export function TabGrid({ tab, records }: GridProps) {
  const messages = useMessages(hotMessages)
  const { board } = useBoard()
  const box = useRef<HTMLDivElement>(null)
  const positionKey = `grid ${tab}`
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = board.scrollPositions.get(positionKey) ?? 0
  }, [board, positionKey])
  return (
    <div
      ref={box}
      class="relative min-h-0 flex-1 overflow-y-auto pe-px pb-3 [scrollbar-width:thin]"
      onScroll={({ currentTarget }) => board.scrollPositions.set(positionKey, currentTarget.scrollTop)}
    >
      <h2 class="sr-only">{messages.tabs[tab]}</h2>
      <StarsHead tab={tab} records={records} />
      <div class="grid grid-cols-[repeat(auto-fill,minmax(19rem,1fr))] items-start gap-3">
        {records.map((record) => (
          <Card key={record.id} tab={tab} record={record} row={records} isInGrid />
        ))}
      </div>
    </div>
  )
}
