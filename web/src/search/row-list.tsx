// Virtualised list of the rows, with keyboard navigation.
import { ArrowUp } from 'lucide-preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { Button } from '../components/button.tsx'
import { useCopy } from '../components/use-copy.ts'
import { useMessages } from '../use-messages.ts'
import type { LinkChecking } from './link-checking.ts'
import { formatLinks } from './link-text.ts'
import { searchMessages } from './messages.ts'
import { positionOf, type RecentSearch } from './recent-searches.ts'
import { RowItem } from './row-item.tsx'
import { useRowKeys } from './row-keys.ts'
import type { SearchState } from './search-state.ts'
import { useFocusedRow } from './use-focused-row.ts'
import type { ReadingState } from './use-is-reading.ts'
import { useScrollPosition } from './use-scroll-position.ts'
import { checkedAhead, useVirtualRows, type VirtualRows } from './virtual-rows.ts'
import type { Selection } from './works/selection.ts'

interface ListProps {
  readonly ask: SearchState
  readonly rows: readonly Row[]
  /** Number of new rows that are not shown. */
  readonly waiting: number
  readonly search: RecentSearch
  readonly checking: LinkChecking
  readonly reading: ReadingState
  readonly selection: Selection
}

/** Average row heights below a screen width, in pixels: narrow screens wrap more lines. */
const rowHeights = [
  { below: 430, height: 97 },
  { below: 640, height: 97 },
  { below: 768, height: 75 },
  { below: Number.POSITIVE_INFINITY, height: 75 },
] as const

export function RowList({ ask, rows, waiting, search, checking, reading, selection }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const estimate = useMemo(() => rowHeights.find(({ below }) => innerWidth < below)?.height ?? 75, [])
  const initialPosition = useMemo(() => positionOf(search, 'links'), [search])
  const labels = useMessages(searchMessages)
  const copy = useCopy()
  const row = useFocusedRow(list)
  const isStill = reading.isReading.value
  const window = useVirtualRows({ keys, list, estimate, pinnedKey: row.focused, initialPosition, isStill })
  useScrollPosition(search, window, ask)
  useVisibleRowChecks(checking, window, ask.hidesDead, rows)
  const copyRow = (key: string) => void copy(formatLinks(shownAt(rows, key), labels))
  useRowKeys({
    list,
    row,
    keys,
    firstVisible: window.range.first,
    scrollTo: window.scrollToRow,
    onCopy: copyRow,
    onSelect: selection.toggle,
  })
  const showNewRows = useShowNewRows(reading, window, list)
  return (
    <>
      <NewRowsButton waiting={waiting} onShow={showNewRows} />
      <ul
        ref={list}
        class="relative [overflow-anchor:none]"
        style={{ height: `${window.height}px` }}
        onFocusIn={row.onFocusIn}
        onFocusOut={row.onFocusOut}
      >
        {window.shown.map(({ index, key, start }) => (
          <li
            key={key}
            data-row={key}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            class="absolute inset-x-0 top-0 border-b border-line"
            style={{ transform: `translateY(${start}px)` }}
          >
            <RowAt row={rows[index]} kw={ask.kw} checking={checking} selection={selection} />
          </li>
        ))}
      </ul>
    </>
  )
}

function shownAt(rows: ListProps['rows'], key: string) {
  return rows.filter((shown) => shown.key === key)
}

function RowAt({
  row,
  ...rest
}: {
  readonly row: Row | undefined
  readonly kw: string
  readonly checking: LinkChecking
  readonly selection: Selection
}) {
  return row ? <RowItem row={row} {...rest} /> : null
}

/** Passes the visible rows to the link checks. */
function useVisibleRowChecks(
  checking: LinkChecking,
  { range: { first, last } }: VirtualRows,
  hidesDead: boolean,
  rows: readonly Row[],
): void {
  const end = last + 1 + (hidesDead ? checkedAhead : 0)
  useEffect(() => {
    checking.setVisibleRows(rows.slice(first, end))
  }, [checking, rows, first, end])
}

/** Shows the waiting rows and scrolls to the top. The focus moves along. */
function useShowNewRows(
  reading: ReadingState,
  window: VirtualRows,
  list: { readonly current: HTMLUListElement | null },
): () => void {
  const isReleasing = useRef(false)
  useLayoutEffect(() => {
    if (!isReleasing.current) return
    isReleasing.current = false
    window.scrollTo(0)
  })
  return () => {
    isReleasing.current = true
    list.current?.closest<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true })
    reading.endReading()
  }
}

interface NewRowsProps {
  readonly waiting: number
  readonly onShow: () => void
}

/** Button that shows rows received while the user was reading. */
function NewRowsButton({ waiting, onShow }: NewRowsProps) {
  const messages = useMessages(searchMessages)
  if (waiting === 0) return null
  return (
    <div class="pointer-events-none sticky top-28 z-20 flex h-0 -translate-y-3 justify-center">
      <Button
        look="main"
        icon={ArrowUp}
        class="pointer-events-auto h-9 rounded-full! shadow-lg figures"
        onClick={onShow}
      >
        {messages.newResults(waiting)}
      </Button>
    </div>
  )
}
