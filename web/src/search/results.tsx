// The results of a search: header, tools, and the list of works or links, or why there are none.

import type { JSX } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
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
import { Selection } from './works/selection.ts'
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
  const [{ ResultRow }, { linkResults }] = await Promise.all([import('./result-row.tsx'), import('./link-results.ts')])
  return { ResultRow, linkResults }
}

const none = [] as const
const nothing: ReadonlySet<string> = new Set()

export function Results(props: ResultsProps) {
  const { ask, search, workKey, onChange } = props
  const { session } = search
  const messages = searchMessages.use()
  const isLinks = ask.view === 'links'
  const parts = useLazyModule(loadLinkParts, isLinks)
  const list = useList({ ...props, linkResults: parts?.linkResults })
  const { shown, isReading, selection } = list
  const late = useAfterResults()
  // Over nothing there is nothing to filter.
  const isNothing = session.rows.value.length === 0 && session.progress.value.phase !== 'asking'
  const tools = late && !isNothing && <late.ResultTools {...{ ask, session, onChange }} {...list} />
  const links = shown.counts.get(isLinks ? ask.tab : 'all') ?? 0
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
        {tools}
      </StickyTools>
      <div {...list.listeners} ref={list.panel} tabIndex={-1} class="min-h-[70vh] outline-none">
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
  const { isReading, endReading, listeners } = useIsReading(session)
  const selection = useMemo(() => new Selection(), [session, ask.view])
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
    endReading()
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
  return { panel, listeners, checking, isReading, selection, myClouds, mine, shown, onSort, onUnfold, exported }
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
      {Item && results.length === 0 && (
        <ResultsPlaceholder
          {...{ ask, session: search.session, onChange, onAsk }}
          hiddenBy={[...shown.hiddenBy, ...(muted.isHiding ? (['muted'] as const) : [])]}
          onShowMuted={muted.reveal}
          onShowAllClouds={() => myClouds.isOnly.set(false)}
        />
      )}
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

/** Reading starts when the user scrolls, or presses or focuses something in the list, and lasts while the mouse is over it. */
function useIsReading(search: unknown) {
  const [hasActed, setActed] = useState(false)
  const [isHovered, setHovered] = useState(false)
  const endReading = () => {
    setActed(false)
    setHovered(false)
  }
  useEffect(endReading, [search])
  useEffect(() => {
    const onScroll = () => scrollY > minScrollPx && setActed(true)
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  // Without rows there is nothing to read.
  const ifRows = (run: () => void) => (event: JSX.TargetedEvent<HTMLElement>) => {
    if (event.currentTarget.querySelector('[data-row]')) run()
  }
  const act = ifRows(() => setActed(true))
  const hover = ifRows(() => setHovered(true))
  const listeners = {
    onPointerDown: act,
    onFocusIn: act,
    onPointerMove(event: JSX.TargetedPointerEvent<HTMLElement>) {
      // A list rendered under an idle mouse fires the event without movement.
      if (event.pointerType === 'mouse' && event.movementX !== 0) hover(event)
    },
    onPointerLeave: () => setHovered(false),
  }
  return { isReading: hasActed || isHovered, endReading, listeners }
}
