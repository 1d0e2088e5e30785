// The list of results, as cards of works or as rows of links. It grows by pages, and only those near the screen are filled.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { CloudType } from '../../../src/contract/cloud-types.ts'
import { cloudNames } from '../components/cloud-names.ts'
import { useCopy } from '../components/use-copy.ts'
import { type Result, titleOf } from './arrange.ts'
import type { LinkChecking } from './link-checking.ts'
import { currentHealth } from './link-health.ts'
import { formatLinks } from './link-text.ts'
import type { ListContext } from './list-context.ts'
import { searchMessages } from './messages.ts'
import type { RecentSearch } from './recent-searches.ts'
import type { SearchState } from './search-state.ts'
import { type ResultPage, useEmptyHeight, usePages } from './use-pages.ts'
import { workTitle } from './works/export-links.ts'
import { useAfterResults } from './works/use-after-results.ts'
import type { WorkCard } from './works/work-card.tsx'
import { bestLinks } from './works/work-pills.ts'
import { worksMessages } from './works/works-messages.ts'

interface ListProps extends Pick<ListContext, 'mine' | 'checking' | 'selection' | 'onUnfold'> {
  readonly ask: SearchState
  readonly search: RecentSearch
  /** Shows a result. */
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
