// Virtualised list of the rows, with keyboard navigation.
import { ArrowUp } from 'lucide-preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { CollectedLink as Row } from '../../../client/link-collector.ts'
import { Button } from '../components/button.tsx'
import { useMessages } from '../use-messages.ts'
import type { LinkChecking } from './link-checking.ts'
import { searchMessages } from './messages.ts'
import type { RecentSearch } from './recent-searches.ts'
import { RowItem } from './row-item.tsx'
import { useRowKeys } from './row-keys.ts'
import type { SearchState } from './search-state.ts'
import { parseSearchUrl, requestKey } from './search-url.ts'
import type { ReadingState } from './use-is-reading.ts'
import { useVirtualRows, type VirtualRows } from './virtual-rows.ts'

interface ListProps {
  readonly ask: SearchState
  readonly rows: readonly Row[]
  /** Number of new rows that are not shown. */
  readonly waiting: number
  readonly search: RecentSearch
  readonly checking: LinkChecking
  readonly reading: ReadingState
}

/** Space above the first row when scrolled to the top of the list: tabs and tools. */
const topGapPx = 108
/** Average row heights below a screen width, in pixels: narrow screens wrap more lines. */
const rowHeights = [
  { below: 430, height: 140 },
  { below: 640, height: 115 },
  { below: 768, height: 98 },
  { below: Number.POSITIVE_INFINITY, height: 75 },
] as const

export function RowList({ ask, rows, waiting, search, checking, reading }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const estimate = useMemo(() => rowHeights.find(({ below }) => innerWidth < below)?.height ?? 75, [])
  const { scrollPosition } = useMemo(() => ({ scrollPosition: search.scrollPosition }), [search])
  const { focused, press, onFocusIn, onFocusOut } = useRowKeys(keys, list)
  const isStill = reading.isReading.value
  const window = useVirtualRows({ keys, list, estimate, pinnedKey: focused, initialPosition: scrollPosition, isStill })
  useScrollPosition(search, window, ask)
  useVisibleRowChecks(checking, window, rows)
  const onKeyDown = (event: KeyboardEvent) => {
    const index = press(event)
    if (index !== undefined) window.scrollToRow(index)
  }
  const showNewRows = useShowNewRows(reading, window, list)
  return (
    <>
      <NewRowsButton waiting={waiting} onShow={showNewRows} />
      <ul
        ref={list}
        class="relative [overflow-anchor:none]"
        style={{ height: `${window.height}px` }}
        onKeyDown={onKeyDown}
        onFocusIn={onFocusIn}
        onFocusOut={onFocusOut}
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
            <RowAt row={rows[index]} kw={ask.kw} checking={checking} />
          </li>
        ))}
      </ul>
    </>
  )
}

function RowAt({
  row,
  ...rest
}: {
  readonly row: Row | undefined
  readonly kw: string
  readonly checking: LinkChecking
}) {
  return row ? <RowItem row={row} {...rest} /> : null
}

/** Saves and restores the scroll position; changed display options scroll to the top. */
function useScrollPosition(search: RecentSearch, window: VirtualRows, ask: SearchState): void {
  const { tab, sort, include, exclude, hidesDead } = ask
  const { heights } = window
  const key = requestKey(ask)
  useLayoutEffect(() => {
    let top = search.scrollPosition?.top ?? 0
    const onScroll = () => {
      // On navigation the page scrolls to the top while this list is still mounted.
      if (location.pathname === '/' && requestKey(parseSearchUrl(location.search)) === key) top = scrollY
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      search.scrollPosition = { top, heights }
    }
  }, [search, heights, key])
  const view = JSON.stringify([tab, sort, include, exclude, hidesDead])
  const last = useRef(view)
  useLayoutEffect(() => {
    // Scrolls up until the first row is below the sticky tabs, if scrolled further down.
    if (last.current !== view) window.scrollTo(Math.min(scrollY, Math.max(0, window.margin - topGapPx)))
    last.current = view
  }, [view])
}

/** Passes the visible rows to the link checks. */
function useVisibleRowChecks(
  checking: LinkChecking,
  { range: { first, last } }: VirtualRows,
  rows: readonly Row[],
): void {
  useEffect(() => {
    checking.setVisibleRows(rows.slice(first, last + 1))
  }, [checking, rows, first, last])
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
    <div class="pointer-events-none sticky top-17 z-20 flex h-0 -translate-y-3 justify-center">
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
