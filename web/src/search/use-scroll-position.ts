// The scroll position of a search: kept for going back to it, reset when it is displayed in another way.
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { RecentSearch } from './recent-searches.ts'
import type { SearchState } from './search-state.ts'
import { parseSearchUrl, requestKey } from './search-url.ts'
import type { VirtualRows } from './virtual-rows.ts'

/** Space above the first row when scrolled to the top of the list: tabs and tools. */
const topGapPx = 108

export function useScrollPosition(search: RecentSearch, window: VirtualRows, ask: SearchState): void {
  const { view, attributes, tab, sort, include, exclude, hidesDead } = ask
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
      search.scrollPosition = { view, top, heights }
    }
  }, [search, heights, key, view])
  const display = JSON.stringify([attributes, tab, sort, include, exclude, hidesDead])
  const last = useRef(display)
  useLayoutEffect(() => {
    // Scrolls up until the first row is below the sticky tabs, if scrolled further down.
    if (last.current !== display) window.scrollTo(Math.min(scrollY, Math.max(0, window.margin - topGapPx)))
    last.current = display
  }, [display])
}
