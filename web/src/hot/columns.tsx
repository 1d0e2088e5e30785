// The board as columns: all topics side by side, or on narrow screens all tabs, one at a time, with swiping.
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { SourceRecord } from '../../../src/contract/hotlist.ts'
import { useMessages } from '../use-messages.ts'
import { useBoard } from './board-context.ts'
import { Card } from './card.tsx'
import { hotMessages } from './messages.ts'
import { StarsHead } from './stars-head.tsx'
import { hrefOfTab, type Tab } from './tabs.ts'

/** Scrolling counts as ended after this time; not all browsers support `scrollend`. */
const settleMs = 140

interface ColumnsProps {
  readonly lists: ReadonlyMap<Tab, readonly SourceRecord[]>
  readonly tab: Tab | 'all'
}

export function Columns({ lists, tab }: ColumnsProps) {
  const { board, isNarrow } = useBoard()
  const row = useRef<HTMLDivElement>(null)
  const tabs = useMemo(() => [...lists.keys()], [lists])
  useTabSwiping(row, tabs, tab)
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
        <Column key={key} tab={key} records={records} />
      ))}
    </div>
  )
}

interface ColumnProps {
  readonly tab: Tab
  readonly records: readonly SourceRecord[]
}

function Column({ tab, records }: ColumnProps) {
  const messages = useMessages(hotMessages)
  const { board, isNarrow } = useBoard()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = board.scrollPositions.get(tab) ?? 0
  }, [board, tab])
  return (
    <section
      aria-labelledby={`tab-${tab}`}
      class="relative flex w-full shrink-0 snap-start snap-always flex-col md:w-80 md:snap-normal"
    >
      <h2 id={`tab-${tab}`} class={isNarrow ? 'sr-only' : 'px-1 pb-1.5 text-sm font-semibold text-soft'}>
        <a href={hrefOfTab(tab)} class="hover:text-ink hover:underline">
          {messages.tabs[tab]}
        </a>
      </h2>
      <div
        ref={box}
        class="relative flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-y-contain pb-3 max-md:px-3 [scrollbar-width:thin]"
        onScroll={({ currentTarget }) => board.scrollPositions.set(tab, currentTarget.scrollTop)}
      >
        <StarsHead tab={tab} records={records} />
        {records.map((record) => (
          <Card key={record.id} tab={tab} record={record} row={records} />
        ))}
      </div>
    </section>
  )
}

/** On narrow screens, keeps the visible column and the tab in the URL in sync. */
function useTabSwiping(
  row: { readonly current: HTMLDivElement | null },
  tabs: readonly (Tab | 'all')[],
  current: Tab | 'all',
): void {
  const { isNarrow } = useBoard()
  const { route } = useLocation()
  const at = tabs.indexOf(current)
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
        const visibleTab = tabs[Math.round(box.scrollLeft / box.clientWidth)]
        if (visibleTab && visibleTab !== current) route(hrefOfTab(visibleTab), true)
      }, settleMs)
    }
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer.id)
      box.removeEventListener('scroll', onScroll)
    }
  }, [current, isNarrow, route, row, tabs])
}
