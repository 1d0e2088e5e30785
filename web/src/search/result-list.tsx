// The list of results, as cards of works or as rows of links. It grows by pages, and only those near the screen are filled.

import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { cloudNames } from '../components/cloud-names.ts'
import { useCopy } from '../components/use-copy.ts'
import { type Result, titleOf } from './arrange.ts'
import type { LinkChecking } from './link-checking.ts'
import { currentHealth } from './link-health.ts'
import { formatLinks } from './link-text.ts'
import type { ListContext } from './list-context.ts'
import { searchMessages } from './messages.ts'
import type { ListPosition, RecentSearch } from './recent-searches.ts'
import type { SearchState } from './search-state.ts'
import { parseSearchUrl, requestKey } from './search-url.ts'
import { workTitle } from './works/export-links.ts'
import { useAfterResults } from './works/use-after-results.ts'
import type { WorkCard } from './works/work-card.tsx'
import { bestLinks } from './works/work-pills.ts'
import { worksMessages } from './works/works-messages.ts'

interface ListProps extends Pick<ListContext, 'mine' | 'checking' | 'selection' | 'onUnfold'> {
  readonly ask: SearchState
  readonly search: RecentSearch
  readonly Item: typeof WorkCard
  readonly results: readonly Result[]
  /** Increases when the results are put into another order. */
  readonly orders: number
  readonly isReading: boolean
  /** Key of the opened work. */
  readonly workKey: string | undefined
  readonly onOpen: (key: string) => void
}

export function ResultList({ ask, search, Item, results, orders, isReading, ...shared }: ListProps) {
  const { mine, checking, selection, workKey, onUnfold } = shared
  const list = useRef<HTMLDivElement>(null)
  const onOpen = useRef(shared.onOpen)
  onOpen.current = shared.onOpen
  const onCopy = useCopyResult(mine, checking)
  const stillness = useRef(false)
  stillness.current = isReading || search.session.progress.value.phase === 'asking'
  const context = useMemo<ListContext>(
    () => ({
      kw: ask.kw,
      mine,
      checking,
      selection,
      isStill: stillness,
      onOpen: ({ key }) => onOpen.current(key),
      onCopy,
      onUnfold,
    }),
    [ask.kw, mine, checking, selection, onCopy],
  )
  const pages = usePages({ list, results, ask, search })
  const late = useAfterResults()
  const nodes = useMemo(
    () =>
      pages.all.map((page, at) => (
        <Page
          key={page.first}
          {...{ page, orders, Item, context }}
          total={results.length}
          height={pages.emptyHeights[at]}
        />
      )),
    [pages.all, Item, context],
  )
  return (
    <>
      <div ref={list} class="result-list" data-view={ask.view}>
        {nodes.slice(0, pages.shown)}
      </div>
      <div ref={pages.end} />
      {late && (
        <late.ListEffects {...{ list, results, context }} isCovered={Boolean(workKey)} isAhead={ask.hidesDead} />
      )}
    </>
  )
}

interface PageProps {
  readonly page: ResultPage
  readonly orders: number
  readonly total: number
  readonly Item: typeof WorkCard
  readonly context: ListContext
  /** Its height in pixels, if it is far from the screen at first. */
  readonly height: number | undefined
}

/** Far from the screen it is empty, at the height that it had. */
function Page({ page: { first, results, beginsText }, orders, total, Item, context, height }: PageProps) {
  const { textOnly } = worksMessages.use()
  const box = useRef<HTMLUListElement>(null)
  const emptyHeight = useEmptyHeight(box, height)
  const isEmpty = emptyHeight !== undefined
  useLayoutEffect(() => {
    // Elements that were taken out are no layout shift in their new places.
    box.current?.append(...box.current.children)
  }, [orders])
  return (
    <>
      {beginsText && (
        <h2 class="flex h-12 items-end border-b border-line pb-2 text-sm font-medium text-soft">{textOnly}</h2>
      )}
      <ul ref={box} style={{ height: isEmpty ? `${emptyHeight}px` : '' }}>
        {!isEmpty &&
          results.map((item, at) => (
            <li
              key={item.key}
              data-row={item.key}
              aria-setsize={total}
              aria-posinset={first + at + 1}
              class="scroll-mt-26 scroll-mb-18"
            >
              <Item item={item} context={context} />
            </li>
          ))}
      </ul>
    </>
  )
}

/** Copies a link, by default the best one: under the title of its work, or in the list of links under its own. */
function useCopyResult(mine: readonly CloudType[], checking: LinkChecking): ListContext['onCopy'] {
  const labels = searchMessages.use()
  const messages = worksMessages.use()
  const names = cloudNames.use()
  const copy = useCopy()
  const latest = useRef(copy)
  latest.current = copy
  return useMemo(
    () => (result, chosen) => {
      const link = chosen ?? bestLinks(result.links, mine, currentHealth(checking))[0]
      if (!link) return
      const message = (link.password === '' ? messages.copiedNoCode : messages.copied)(names[link.type])
      void latest.current(formatLinks([{ ...link, title: workTitle(titleOf(result)) }], labels), message)
    },
    [labels, messages, names, mine, checking],
  )
}

/** A phone, which has one column, renders few results at a time; more columns need a multiple of their number. */
function pageSizeOf(width: number): number {
  return width < 900 ? 6 : 12
}

/** How far above and below the screen results are rendered. */
const aheadPx = 1_500
/** Space above the first result when scrolled to the top of the list: tabs and tools. */
const topGapPx = 108

interface ResultPage {
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

function usePages({ list, results, ask, search }: PagesOptions) {
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
function useEmptyHeight(page: RefObject<HTMLElement>, initially: number | undefined): number | undefined {
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
