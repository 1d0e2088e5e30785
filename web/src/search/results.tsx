// The results of a search: header, tools, and the list of works or links, or why there are none.

import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { LoadErrorToast, lazyComponent, Nothing } from '../components/lazy.tsx'
import { usePage } from '../page-context.ts'
import { titleOf } from './arrange.ts'
import { useLazyModule } from './lazy-parts.ts'
import { currentHealth } from './link-health.ts'
import { searchMessages } from './messages.ts'
import type { RecentSearch } from './recent-searches.ts'
import { ResultList } from './result-list.tsx'
import { ResultsHeader, StickyTools } from './results-header.tsx'
import { ResultsPlaceholder } from './results-placeholder.tsx'
import type { SearchState } from './search-state.ts'
import { useChecking } from './use-checking.ts'
import { type ResultsOptions, useResults } from './use-results.ts'
import type { ExportedWork } from './works/export-links.ts'
import { useMyClouds } from './works/my-clouds.ts'
import { createSelection } from './works/selection.ts'
import { useAfterResults } from './works/use-after-results.ts'
import { WorkCard } from './works/work-card.tsx'
import { livingLinks } from './works/work-pills.ts'

/** Reached through this chunk, which has most of what it needs. */
export const WorkPage = lazyComponent(async () => (await import('./works/work-page.tsx')).WorkPage)

interface ResultsProps {
  readonly ask: SearchState
  readonly search: RecentSearch
  /** Key of the opened work. */
  readonly workKey: string | undefined
  /** Changes how the results are displayed, and closes the opened work. */
  readonly onChange: (part: Partial<SearchState>) => void
  readonly onAsk: (ask: SearchState) => void
  readonly onOpen: (key: string) => void
}

const OpenedWork = lazyComponent(async () => (await import('./works/opened-work.tsx')).OpenedWork, LoadErrorToast)

const PastedShare = lazyComponent(async () => (await import('./works/pasted-share.tsx')).PastedShare, Nothing)

/** What only the list of links needs. */
async function loadLinkParts() {
  const [{ CloudTabs }, { ResultRow }, { linkResults }] = await Promise.all([
    import('./cloud-tabs.tsx'),
    import('./result-row.tsx'),
    import('./link-results.ts'),
  ])
  return { CloudTabs, ResultRow, linkResults }
}

const none = [] as const
const nothing: ReadonlySet<string> = new Set()

export function Results(props: ResultsProps) {
  const { ask, search, workKey, onChange } = props
  const { session } = search
  const messages = searchMessages.use()
  const isLinks = ask.view === 'links'
  const id = useId()
  const parts = useLazyModule(loadLinkParts, isLinks)
  const list = useList({ ...props, linkResults: parts?.linkResults })
  const { shown, isReading, selection } = list
  const late = useAfterResults()
  // Over nothing there is nothing to filter.
  const isNothing = session.rows.value.length === 0 && session.progress.value.phase !== 'asking'
  const tools = late && !isNothing && <late.ResultTools {...{ ask, session, onChange }} {...list} />
  const links = shown.counts.get('all') ?? 0
  return (
    <section data-wide={isLinks ? undefined : ''} aria-label={messages.results}>
      {ask.share && <PastedShare ask={ask} session={session} onChange={onChange} />}
      <ResultsHeader ask={ask} session={session} shown={links} works={isLinks ? undefined : shown.results.length} />
      {late && <late.EndNotice session={session} isReading={isReading} />}
      <StickyTools
        kw={ask.kw}
        selection={selection}
        aside={late && shown.added > 0 && <late.NewResultsButton added={shown.added} onShow={list.onSort} />}
      >
        {isLinks
          ? parts && <parts.CloudTabs ask={ask} counts={shown.counts} panelId={id} onChange={onChange} />
          : tools}
      </StickyTools>
      {isLinks && <div class="min-h-12">{tools}</div>}
      <div
        ref={list.panel}
        id={id}
        {...(isLinks && { role: 'tabpanel', 'aria-label': messages.results })}
        tabIndex={-1}
        class="min-h-[70vh] outline-none"
      >
        <Panel {...props} {...list} Item={isLinks ? parts?.ResultRow : WorkCard} />
      </div>
      {workKey && <OpenedWork key={workKey} {...{ workKey, session }} {...list} />}
    </section>
  )
}

/** The results, their order and selection, for the list and its tools. */
function useList({ ask, search: { session }, linkResults }: ResultsProps & Pick<ResultsOptions, 'linkResults'>) {
  const panel = useRef<HTMLDivElement>(null)
  const checking = useChecking()
  useRepeatedRequest(session)
  const reading = useIsReading(panel, session)
  const isReading = reading.isReading.value
  const selection = useMemo(createSelection, [session, ask.view])
  const myClouds = useMyClouds()
  const mine = myClouds.clouds.value
  const [sorts, setSorts] = useState(0)
  const clouds = myClouds.isOnly.value ? mine : none
  const [unfolded, setUnfolded] = useState(nothing)
  const shown = useResults({ ask, session, checking, isReading, sorts, clouds, linkResults, unfolded })
  const onUnfold = useCallback(
    (title: string) => setUnfolded((before) => before.symmetricDifference(new Set([title]))),
    [],
  )
  const onSort = useSortOnDemand(panel, () => {
    reading.endReading()
    setSorts(sorts + 1)
  })
  const exported = (): readonly ExportedWork[] => {
    const keys = selection.keys.peek()
    return shown.results
      .filter(({ key }) => keys.size === 0 || keys.has(key))
      .map((result) => ({
        ...titleOf(result),
        links: result.links,
        best: livingLinks(result.links, mine, currentHealth(checking)),
      }))
  }
  return { panel, checking, isReading, selection, myClouds, mine, shown, onSort, onUnfold, exported }
}

interface PanelProps extends ResultsProps, ReturnType<typeof useList> {
  /** Undefined until it is loaded. */
  readonly Item: typeof WorkCard | undefined
}

function Panel({ ask, search, workKey, onChange, onAsk, onOpen, Item, ...list }: PanelProps) {
  const { shown, myClouds } = list
  const { results, muted } = shown
  return (
    <>
      {muted.line && <div class="min-h-9">{muted.line}</div>}
      {Item && results.length > 0 && (
        <ResultList
          key={ask.view}
          {...{ ask, search, workKey, onOpen, Item }}
          {...list}
          orders={shown.orders}
          results={shown.folded}
        />
      )}
      <ResultsPlaceholder
        {...{ ask, session: search.session, onChange, onAsk }}
        isFilled={results.length > 0 || !Item}
        hiddenBy={[...shown.hiddenBy, ...(muted.isHiding ? (['muted'] as const) : [])]}
        onShowMuted={muted.reveal}
        onShowAllClouds={() => myClouds.isOnly.set(false)}
      />
    </>
  )
}

/** Repeats a rejected request after login, and one that failed offline once the browser is online: the full-page error may not have been loaded. */
function useRepeatedRequest(session: RecentSearch['session']): void {
  const { credential } = usePage()
  const last = useRef(credential.value)
  useEffect(() => {
    const isNew = last.current !== credential.value
    last.current = credential.value
    if (isNew && session.progress.peek().phase === 'refused') session.start()
  }, [credential.value, session])
  useEffect(() => {
    const retry = () => {
      const { phase, error } = session.progress.peek()
      if (phase === 'refused' && error?.kind === 'offline') session.start()
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [session])
}

/** Returns a function that puts the results into their order and scrolls to the first. The focus moves along. */
function useSortOnDemand(panel: { readonly current: HTMLElement | null }, sort: () => void): () => void {
  const isSorting = useRef(false)
  useLayoutEffect(() => {
    if (isSorting.current) scrollTo({ top: 0, behavior: 'instant' })
    isSorting.current = false
  })
  return () => {
    isSorting.current = true
    panel.current?.focus({ preventScroll: true })
    sort()
  }
}

/** Scrolling less than this does not count as reading. */
const minScrollPx = 24

interface ReadingState {
  readonly isReading: ReadonlySignal<boolean>
  /** Ends reading: the user requested the new rows. */
  endReading(): void
}

/**
 * Reading starts when the user scrolls, presses or focuses something in the list, and lasts while the mouse is over it.
 */
function useIsReading(list: RefObject<HTMLElement>, search: unknown): ReadingState {
  const isReading = useSignal(false)
  useEffect(() => {
    isReading.value = false
  }, [search, isReading])
  useEffect(() => {
    let isHoverOnly = false
    const startReading = () => {
      isHoverOnly = false
      isReading.value = true
    }
    // Without rows there is nothing to read.
    const isInList = ({ target }: Event) =>
      target instanceof Node &&
      list.current?.contains(target) === true &&
      list.current.querySelector('[data-row]') !== null
    const onScroll = () => {
      if (scrollY > minScrollPx) startReading()
    }
    const onPress = (event: Event) => {
      if (isInList(event)) startReading()
    }
    const onPointerMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const isOver = isInList(event)
      // A list rendered under an idle mouse fires the event without movement.
      if (isOver && !isReading.value && event.movementX !== 0) {
        isHoverOnly = true
        isReading.value = true
      } else if (!isOver && isHoverOnly) {
        isHoverOnly = false
        isReading.value = false
      }
    }
    const abort = new AbortController()
    const { signal } = abort
    addEventListener('scroll', onScroll, { signal, passive: true })
    addEventListener('pointerdown', onPress, { signal, passive: true })
    addEventListener('focusin', onPress, { signal })
    addEventListener('pointermove', onPointerMove, { signal, passive: true })
    return () => abort.abort()
  }, [list, isReading])
  return {
    isReading,
    endReading() {
      isReading.value = false
    },
  }
}
