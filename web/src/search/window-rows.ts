// Virtual scrolling of the window: renders visible rows only, with measured heights.
import type { RefObject } from 'preact'
import { type MutableRef, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import { heightOf, movedBy, type Range, rangeBetween, type Standing, shownOf, stand } from './places.ts'

/** Scroll position in a list. */
export interface Place {
  readonly top: number
  /** Row heights in pixels, by key. */
  readonly heights: ReadonlyMap<string, number>
}

interface RowsParts {
  readonly keys: readonly string[]
  /** Its children are the rows, with their key as `data-row`. */
  readonly list: RefObject<HTMLElement>
  /** Estimated row height in pixels. */
  readonly estimate: number
  /** Key of a row that stays rendered off screen: the focused one. */
  readonly stays: string | undefined
  readonly place: Place | undefined
  /** Whether visible rows keep their position when rows above them change. */
  readonly isStill: boolean
}

/** Rows to render. */
export interface WindowRows {
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
/** Space kept around a row that is scrolled to. */
const clear = { above: stickyPx + 8, below: 72 }
/** Overscan: rows rendered above and below the viewport. */
const more = 6

/** The last render, for callbacks. */
interface Drawn extends Pick<WindowRows, 'margin' | 'range'> {
  readonly standing: Standing
  readonly estimate: number
  readonly stays: string | undefined
}

/** Virtualises a list. */
export function useWindowRows(parts: RowsParts): WindowRows {
  const { keys, list, estimate, stays, place, isStill } = parts
  const margin = useTopOf(list)
  const [heights] = useState(() => new Map(place?.heights))
  const [measured, remeasure] = useReducer((times: number) => times + 1, 0)
  const standing = useMemo(() => stand(keys, heights, estimate), [keys, heights, estimate, measured])
  const drawn = useRef<Drawn>()
  const { scrolled, go } = useScrolled(drawn, place?.top ?? 0)
  const range = seenAt(standing, scrolled.current - margin)
  const before = drawn.current?.standing
  drawn.current = { standing, range, margin, estimate, stays }
  // Scroll offset to apply after the measured heights are rendered.
  const grown = useRef(0)
  useLayoutEffect(() => {
    const moved = isStill && before ? movedBy(before, standing, scrolled.current - margin) : 0
    if (moved !== 0) go(scrollY + moved)
  }, [keys])
  useLayoutEffect(() => {
    if (grown.current !== 0) go(scrollY + grown.current)
    grown.current = 0
  }, [measured])
  useMeasuring(list, (rows) => {
    const { hasChanged, above } = noteHeights(rows, heights, drawn.current, scrolled.current)
    grown.current += above
    if (hasChanged) remeasure(undefined)
  })
  return {
    shown: shownOf(standing, range, more, stays).map((index) => ({
      index,
      key: keys[index] ?? '',
      start: standing.starts[index] ?? 0,
    })),
    height: heightOf(standing),
    range,
    heights,
    margin,
    scrollTo(top) {
      // A jump discards the pending scroll correction.
      grown.current = 0
      go(top)
    },
    scrollToRow: (index) => go(topFor(standing, index, margin)),
  }
}

function seenAt(standing: Standing, top: number): Range {
  return rangeBetween(standing, top, top + innerHeight)
}

/** Tracks and sets the scroll position; renders again when other rows become visible. */
function useScrolled(drawn: MutableRef<Drawn | undefined>, initially: number) {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const scrolled = useRef(initially)
  const look = () => {
    scrolled.current = scrollY
    if (!drawn.current) return
    const { standing, range, margin } = drawn.current
    const { first, last } = seenAt(standing, scrollY - margin)
    if (first !== range.first || last !== range.last) redraw(undefined)
  }
  useLayoutEffect(() => {
    scrollTo({ top: initially, behavior: 'instant' })
    const abort = new AbortController()
    addEventListener('scroll', look, { passive: true, signal: abort.signal })
    addEventListener('resize', look, { signal: abort.signal })
    return () => abort.abort()
  }, [])
  return {
    scrolled,
    go(top: number) {
      if (top === scrollY) return
      scrollTo({ top, behavior: 'instant' })
      // The scroll event fires later, when rows may have been measured at the old position.
      look()
    },
  }
}

/** Reports rows that were added or resized. */
function useMeasuring(list: RefObject<HTMLElement>, note: (rows: readonly Element[]) => void): void {
  const latest = useRef(note)
  latest.current = note
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
    note(fresh)
  })
  useLayoutEffect(() => () => observer.disconnect(), [observer])
}

/** Stores row heights; `above` is the total growth of rows above the viewport. */
function noteHeights(
  rows: readonly Element[],
  heights: Map<string, number>,
  drawn: Drawn | undefined,
  top: number,
): { readonly hasChanged: boolean; readonly above: number } {
  let hasChanged = false
  let above = 0
  for (const row of rows) {
    const key = row.getAttribute('data-row')
    // The observer also reports removed rows.
    if (key === null || !drawn || !row.isConnected) continue
    const height = row.getBoundingClientRect().height
    const grown = height - (heights.get(key) ?? drawn.estimate)
    heights.set(key, height)
    if (grown === 0) continue
    hasChanged = true
    if (isAbove(key, drawn, top)) above += grown
  }
  return { hasChanged, above }
}

/** Whether the row is above the viewport and so pushes it down; rows that the user expands are excluded. */
function isAbove(key: string, { standing, margin, stays }: Drawn, top: number): boolean {
  const start = standing.starts[standing.keys.indexOf(key)] ?? Number.POSITIVE_INFINITY
  return key !== stays && top > margin && margin + start < top + stickyPx
}

/** Scroll position that makes a row visible. */
function topFor({ starts }: Standing, index: number, margin: number): number {
  const highest = margin + (starts[index] ?? 0) - clear.above
  const lowest = margin + (starts[index + 1] ?? 0) + clear.below - innerHeight
  return Math.min(highest, Math.max(lowest, scrollY))
}

/** Returns the offset of the list from the top of the page; it changes when content above it expands. */
function useTopOf(list: RefObject<HTMLElement>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = () => setTop(list.current ? Math.round(list.current.getBoundingClientRect().top + scrollY) : 0)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}
