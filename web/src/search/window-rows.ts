// Long lists: only the rows on the screen are there, each as high as it is, and the window is what scrolls.
import type { RefObject } from 'preact'
import { type MutableRef, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import { heightOf, movedBy, type Range, rangeBetween, type Standing, shownOf, stand } from './places.ts'

/** Where a reader is in a list. */
export interface Place {
  readonly top: number
  /** How high rows were, in pixels, by their keys. */
  readonly heights: ReadonlyMap<string, number>
}

interface RowsParts {
  readonly keys: readonly string[]
  /** Each of its children is a row, with its key as `data-row`. */
  readonly list: RefObject<HTMLElement>
  /** How high a row is likely to be, in pixels. */
  readonly estimate: number
  /** A row that stays although it is not on the screen: the one with the focus. */
  readonly stays: string | undefined
  readonly place: Place | undefined
}

/** The rows that are to be there. */
export interface WindowRows {
  readonly shown: readonly { readonly index: number; readonly key: string; readonly start: number }[]
  /** The whole list, in pixels. */
  readonly height: number
  /** What is on the screen. */
  readonly range: Range
  readonly heights: ReadonlyMap<string, number>
  /** How far below the top of the page the list begins, in pixels. */
  readonly margin: number
  /** Scrolls to there at once, in pixels below the top of the page. */
  scrollTo(top: number): void
  /** Scrolls as little as need be for a row to be seen. */
  scrollToRow(index: number): void
}

/** What sticks to the top of the screen and hides what is there. */
const stickyPx = 48
/** What is kept free around a row that is scrolled to. */
const clear = { above: stickyPx + 8, below: 72 }
/** So many rows are there above and below the screen. */
const more = 6

/** What was drawn last, for those who are called later. */
interface Drawn extends Pick<WindowRows, 'margin' | 'range'> {
  readonly standing: Standing
  readonly estimate: number
  readonly stays: string | undefined
}

/** The rows of a list in the window. With `isStill`, what is on the screen stays where it is when rows above it go. */
export function useWindowRows(parts: RowsParts, isStill: boolean): WindowRows {
  const { keys, list, estimate, stays, place } = parts
  const margin = useTopOf(list)
  const [heights] = useState(() => new Map(place?.heights))
  const [measured, remeasure] = useReducer((times: number) => times + 1, 0)
  const standing = useMemo(() => stand(keys, heights, estimate), [keys, heights, estimate, measured])
  const drawn = useRef<Drawn>()
  const { scrolled, go } = useScrolled(drawn, place?.top ?? 0)
  const range = seenAt(standing, scrolled.current - margin)
  const before = drawn.current?.standing
  drawn.current = { standing, range, margin, estimate, stays }
  // By how much to scroll as soon as what was measured is drawn.
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
      // Whoever goes elsewhere need not follow what grows where he was.
      grown.current = 0
      go(top)
    },
    scrollToRow: (index) => go(topFor(standing, index, margin)),
  }
}

function seenAt(standing: Standing, top: number): Range {
  return rangeBetween(standing, top, top + innerHeight)
}

/** How far the window is scrolled, and what scrolls it; draws again when other rows have come on the screen. */
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
      // The event tells of it later, when rows may have been measured by where the window was.
      look()
    },
  }
}

/** Tells of rows that have come, or have become higher or lower. */
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
    // At once, so that none is ever painted where it does not belong.
    note(fresh)
  })
  useLayoutEffect(() => () => observer.disconnect(), [observer])
}

/** Takes note of how high rows are; `above` is by how much those have grown that stand above what is read. */
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
    // One that has just gone is told of as well.
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

/** What grows above what is read pushes it down, but for what the reader opens himself. */
function isAbove(key: string, { standing, margin, stays }: Drawn, top: number): boolean {
  const start = standing.starts[standing.keys.indexOf(key)] ?? Number.POSITIVE_INFINITY
  return key !== stays && top > margin && margin + start < top + stickyPx
}

/** How far the window has to be scrolled for a row to be seen. */
function topFor({ starts }: Standing, index: number, margin: number): number {
  const highest = margin + (starts[index] ?? 0) - clear.above
  const lowest = margin + (starts[index + 1] ?? 0) + clear.below - innerHeight
  return Math.min(highest, Math.max(lowest, scrollY))
}

/** How far below the top of the page the list begins; it moves when something above it opens. */
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
