// The pages of a list: one more is rendered whenever the end comes near, and the place is kept for going back to it.
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Result } from './arrange.ts'
import type { ListPosition, RecentSearch } from './recent-searches.ts'
import type { SearchState } from './search-state.ts'
import { parseSearchUrl, requestKey } from './search-url.ts'

/** A phone, which has one column, renders few results at a time; more columns need a multiple of their number. */
function pageSizeOf(width: number): number {
  return width < 900 ? 6 : 12
}

/** How far above and below the screen results are rendered. */
const aheadPx = 1_500
/** Space above the first result when scrolled to the top of the list: tabs and tools. */
const topGapPx = 108

/** Results that follow each other in one part. */
export interface ResultPage {
  /** Index of the first. */
  readonly first: number
  readonly results: readonly Result[]
  /** Whether the results that only a text mentions begin here. */
  readonly beginsText: boolean
}

/** Those by text begin a page of their own. */
export function toPages(results: readonly Result[], size: number): readonly ResultPage[] {
  const firstText = results.findIndex(({ part }) => part === 'text')
  const end = firstText < 0 ? results.length : firstText
  const pages = [...slices(0, end, size), ...slices(end, results.length, size)]
  return pages.map(([from, to]) => ({ first: from, results: results.slice(from, to), beginsText: from === firstText }))
}

function slices(from: number, end: number, size: number): [number, number][] {
  const count = Math.ceil((end - from) / size)
  return Array.from({ length: count }, (_, at) => [from + at * size, Math.min(end, from + (at + 1) * size)])
}

interface PagesOptions {
  /** Its `ul` elements are the pages. */
  readonly list: RefObject<HTMLElement>
  readonly results: readonly Result[]
  readonly ask: SearchState
  readonly search: RecentSearch
}

export function usePages({ list, results, ask, search }: PagesOptions) {
  const [size] = useState(() => pageSizeOf(innerWidth))
  const all = useMemo(() => toPages(results, size), [results, size])
  const [left] = useState(() => (search.position?.view === ask.view ? search.position : undefined))
  const [shown, setShown] = useState(left?.heights.length ?? 1)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shown >= all.length || !end.current) return
    const onNear = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setShown(shown + 1)
    }
    const observer = new IntersectionObserver(onNear, { rootMargin: `${aheadPx}px` })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [shown, all.length])
  useKeptPosition(list, ask, search)
  useLayoutEffect(() => scrollTo({ top: left?.top ?? 0, behavior: 'instant' }), [])
  useTopOnChange(list, ask)
  const emptyHeights = useMemo(() => farHeights(left), [left])
  return { all, shown, end, emptyHeights }
}

/** The heights of the pages that are far from the screen where the list was left; undefined for the others. */
function farHeights({ top, heights }: Pick<ListPosition, 'top' | 'heights'> = { top: 0, heights: [] }) {
  let start = 0
  return heights.map((height) => {
    const isFar = start > top + innerHeight + aheadPx || start + height < top - aheadPx
    start += height
    return isFar ? height : undefined
  })
}

/** Returns the height in pixels at which a page stays empty while it is far from the screen, unless it has the focus. */
export function useEmptyHeight(page: RefObject<HTMLElement>, initially: number | undefined): number | undefined {
  const [height, setHeight] = useState(initially)
  useEffect(() => {
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      const { isIntersecting = true, boundingClientRect } = entries.at(-1) ?? {}
      if (isIntersecting || page.current?.contains(document.activeElement)) setHeight(undefined)
      else setHeight(boundingClientRect?.height)
    }
    const observer = new IntersectionObserver(look, { rootMargin: `${aheadPx}px` })
    if (page.current) observer.observe(page.current)
    return () => observer.disconnect()
  }, [])
  return height
}

/** Notes where the list is left. */
function useKeptPosition(list: RefObject<HTMLElement>, { view, ...ask }: SearchState, search: RecentSearch): void {
  const key = requestKey({ view, ...ask })
  useLayoutEffect(() => {
    const { pathname } = location
    let top = scrollY
    const onScroll = () => {
      // On navigation the page scrolls to the top while this list is still mounted.
      if (location.pathname === pathname && requestKey(parseSearchUrl(location.search)) === key) top = scrollY
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      const pages = [...(list.current?.querySelectorAll('ul') ?? [])]
      search.position = { view, top, heights: pages.map(({ offsetHeight }) => offsetHeight) }
    }
  }, [search, key, view])
}

/** Scrolls up to the first result when the list is displayed in another way, if scrolled further down. */
function useTopOnChange(list: RefObject<HTMLElement>, ask: SearchState): void {
  const { attributes, tab, sort, include, exclude, hidesDead } = ask
  const display = JSON.stringify([attributes, tab, sort, include, exclude, hidesDead])
  const last = useRef(display)
  useLayoutEffect(() => {
    const top = (list.current?.getBoundingClientRect().top ?? 0) + scrollY - topGapPx
    if (last.current !== display) scrollTo({ top: Math.min(scrollY, Math.max(0, top)), behavior: 'instant' })
    last.current = display
  }, [display])
}
