// Virtual scrolling of the window: renders visible rows only, with measured heights.
import type { RefObject } from 'preact'
import { type MutableRef, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import {
  layOutRows,
  offsetShift,
  type Range,
  type RowLayout,
  rangeBetween,
  renderedIndexes,
  totalHeight,
} from './row-positions.ts'
import type { SearchState } from './search-state.ts'

/** Scroll position in a list. */
export interface ScrollPosition {
  /** The view that it is of: rows of another have other keys. */
  readonly view: SearchState['view']
  readonly top: number
  /** Row heights in pixels, by key. */
  readonly heights: ReadonlyMap<string, number>
}

interface VirtualRowsOptions {
  readonly keys: readonly string[]
  /** Its children are the rows, with their key as `data-row`. */
  readonly list: RefObject<HTMLElement>
  /** Estimated row height in pixels. */
  readonly estimate: number
  /** Key of a row that stays rendered off screen: the focused one. */
  readonly pinnedKey: string | undefined
  readonly initialPosition: ScrollPosition | undefined
  /** Whether visible rows keep their position when rows above them change. */
  readonly isStill: boolean
}

/** Rows to render. */
export interface VirtualRows {
  readonly shown: readonly { readonly index: number; readonly key: string; readonly start: number }[]
  /** Height of the list in pixels. */
  readonly height: number
  /** Visible rows. */
  readonly range: Range
  readonly heights: ReadonlyMap<string, number>
  /** Offset of the list from the top of the page, in pixels. */
  readonly margin: number
  /** Scrolls without animation to an offset from the top of the page, in pixels. */
  scrollTo(top: number): void
  /** Scrolls the minimum distance that makes a row visible. */
  scrollToRow(index: number): void
}

/** Height of the sticky header that covers rows. */
const stickyPx = 48
/** Space for the keyword, which is shown above the header on the way up. */
const keywordPx = 44
/** Space kept around a row that is scrolled to. */
const clearance = { above: stickyPx + keywordPx + 8, below: 72 }
/** Rows below the visible ones whose links are checked too while only working links are shown. */
export const checkedAhead = 60
/** Overscan: rows rendered above and below the viewport. */
const overscan = 6

/** The last render, for callbacks. */
interface LastRender extends Pick<VirtualRows, 'margin' | 'range'> {
  readonly layout: RowLayout
  readonly estimate: number
  readonly pinnedKey: string | undefined
}

/** Virtualises a list. */
export function useVirtualRows(options: VirtualRowsOptions): VirtualRows {
  const { keys, list, estimate, pinnedKey, initialPosition, isStill } = options
  const margin = useTopOffset(list)
  const [heights] = useState(() => new Map(initialPosition?.heights))
  const [measured, remeasure] = useReducer((times: number) => times + 1, 0)
  const layout = useMemo(() => layOutRows(keys, heights, estimate), [keys, heights, estimate, measured])
  const lastRender = useRef<LastRender>()
  const { scrolled, go } = useScrolled(lastRender, initialPosition?.top ?? 0)
  const range = visibleRange(layout, scrolled.current - margin)
  const before = lastRender.current?.layout
  lastRender.current = { layout, range, margin, estimate, pinnedKey }
  // Scroll offset to apply after the measured heights are rendered.
  const growth = useRef(0)
  useLayoutEffect(() => {
    const moved = isStill && before ? offsetShift(before, layout, scrolled.current - margin) : 0
    if (moved !== 0) go(scrollY + moved)
  }, [keys])
  useLayoutEffect(() => {
    if (growth.current !== 0) go(scrollY + growth.current)
    growth.current = 0
  }, [measured])
  useRowHeights(list, (rows) => {
    const { hasChanged, above } = recordHeights(rows, heights, lastRender.current, scrolled.current)
    growth.current += above
    if (hasChanged) remeasure(undefined)
  })
  return {
    shown: renderedIndexes(layout, range, overscan, pinnedKey).map((index) => ({
      index,
      key: keys[index] ?? '',
      start: layout.starts[index] ?? 0,
    })),
    height: totalHeight(layout),
    range,
    heights,
    margin,
    scrollTo(top) {
      // A jump discards the pending scroll correction.
      growth.current = 0
      go(top)
    },
    scrollToRow: (index) => go(topFor(layout, index, margin)),
  }
}

function visibleRange(layout: RowLayout, top: number): Range {
  return rangeBetween(layout, top, top + innerHeight)
}

/** Tracks and sets the scroll position; renders again when other rows become visible. */
function useScrolled(lastRender: MutableRef<LastRender | undefined>, initially: number) {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const scrolled = useRef(initially)
  const onScroll = () => {
    scrolled.current = scrollY
    if (!lastRender.current) return
    const { layout, range, margin } = lastRender.current
    const { first, last } = visibleRange(layout, scrollY - margin)
    if (first !== range.first || last !== range.last) redraw(undefined)
  }
  useLayoutEffect(() => {
    scrollTo({ top: initially, behavior: 'instant' })
    const abort = new AbortController()
    addEventListener('scroll', onScroll, { passive: true, signal: abort.signal })
    addEventListener('resize', onScroll, { signal: abort.signal })
    return () => abort.abort()
  }, [])
  return {
    scrolled,
    go(top: number) {
      if (top === scrollY) return
      scrollTo({ top, behavior: 'instant' })
      // The scroll event fires later, when rows may have been measured at the old position.
      onScroll()
    },
  }
}

/** Reports rows that were added or resized. */
function useRowHeights(list: RefObject<HTMLElement>, onRows: (rows: readonly Element[]) => void): void {
  const latest = useRef(onRows)
  latest.current = onRows
  const [seen] = useState(() => new WeakSet<Element>())
  const [observer] = useState(
    () => new ResizeObserver((entries) => latest.current(entries.map(({ target }) => target))),
  )
  useLayoutEffect(() => {
    const fresh = [...(list.current?.children ?? [])].filter((row) => !seen.has(row))
    for (const row of fresh) {
      seen.add(row)
      observer.observe(row)
    }
    // Measured at once, before the first paint.
    onRows(fresh)
  })
  useLayoutEffect(() => () => observer.disconnect(), [observer])
}

/** Stores row heights; `above` is the total growth of rows above the viewport. */
function recordHeights(
  rows: readonly Element[],
  heights: Map<string, number>,
  lastRender: LastRender | undefined,
  top: number,
): { readonly hasChanged: boolean; readonly above: number } {
  let hasChanged = false
  let above = 0
  for (const row of rows) {
    const key = row.getAttribute('data-row')
    // The observer also reports removed rows.
    if (key === null || !lastRender || !row.isConnected) continue
    const height = row.getBoundingClientRect().height
    const growth = height - (heights.get(key) ?? lastRender.estimate)
    heights.set(key, height)
    if (growth === 0) continue
    hasChanged = true
    if (isAbove(key, lastRender, top)) above += growth
  }
  return { hasChanged, above }
}

/** Whether the row is above the viewport and so pushes it down; rows that the user expands are excluded. */
function isAbove(key: string, { layout, margin, pinnedKey }: LastRender, top: number): boolean {
  const start = layout.starts[layout.keys.indexOf(key)] ?? Number.POSITIVE_INFINITY
  return key !== pinnedKey && top > margin && margin + start < top + stickyPx
}

/** Scroll position that makes a row visible. */
function topFor({ starts }: RowLayout, index: number, margin: number): number {
  const highest = margin + (starts[index] ?? 0) - clearance.above
  const lowest = margin + (starts[index + 1] ?? 0) + clearance.below - innerHeight
  return Math.min(highest, Math.max(lowest, scrollY))
}

/** Returns the offset of the list from the top of the page; it changes when content above it expands. */
function useTopOffset(list: RefObject<HTMLElement>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(list.current ? Math.round(list.current.getBoundingClientRect().top + scrollY) : 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}
