// Results of a search: header, tabs, tools, and the rows or why there are none.
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { now } from '../clock.ts'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { CloudTabs } from './cloud-tabs.tsx'
import type { EmptyResultsProps } from './empty-results.tsx'
import { loadProblems, useLazyModule } from './lazy-parts.ts'
import { createLinkChecking } from './link-checking.ts'
import { searchMessages } from './messages.ts'
import { OfflineNotice } from './offline-notice.tsx'
import type { RecentSearch } from './recent-searches.ts'
import { ResultTools } from './result-tools.tsx'
import { ResultsHeader } from './results-header.tsx'
import { RowList } from './row-list.tsx'
import type { SearchState } from './search-state.ts'
import { useIsReading } from './use-is-reading.ts'
import { useVisibleRows } from './visible-rows.ts'

interface ResultsProps {
  readonly ask: SearchState
  readonly search: RecentSearch
  /** Changes how the results are displayed. */
  readonly onChange: (part: Partial<SearchState>) => void
  /** Starts another search. */
  readonly onAsk: (ask: SearchState) => void
}

export function Results({ ask, search, onChange, onAsk }: ResultsProps) {
  const { session } = search
  const { api, credential } = usePage()
  const messages = useMessages(searchMessages)
  const panel = useRef<HTMLDivElement>(null)
  const reading = useIsReading(panel, session)
  // A new credential may allow more checks.
  const checking = useMemo(() => createLinkChecking({ api, epochMs: now }), [api, credential.value])
  useEffect(() => () => checking.stop(), [checking])
  const shown = useVisibleRows({ ask, session, checking, isReading: reading.isReading.value })
  const id = useId()
  const lastCredential = useRef(credential.value)
  useEffect(() => {
    // After login, a rejected request is repeated.
    const isNew = lastCredential.current !== credential.value
    lastCredential.current = credential.value
    if (isNew && session.progress.peek().phase === 'refused') session.start()
  }, [credential.value, session])
  useRetryWhenOnline(session)
  const hasRows = shown.rows.length > 0
  return (
    <section aria-label={messages.results} class="mx-auto max-w-6xl">
      <ResultsHeader session={session} />
      <EndNotice session={session} isReading={reading.isReading.value} />
      <CloudTabs ask={ask} counts={shown.arranged.counts} panelId={id} onChange={onChange} />
      {(session.progress.value.phase === 'asking' || session.rows.value.length > 0) && (
        <ResultTools ask={ask} arranged={shown.arranged} onChange={onChange} />
      )}
      <div
        ref={panel}
        id={id}
        role="tabpanel"
        aria-label={messages.results}
        tabIndex={-1}
        class="min-h-[70vh] outline-none"
      >
        {hasRows && (
          <RowList
            ask={ask}
            rows={shown.rows}
            waiting={shown.waiting}
            search={search}
            checking={checking}
            reading={reading}
          />
        )}
        <RowsPlaceholder isFilled={hasRows} {...{ ask, session, onChange, onAsk }} arranged={shown.arranged} />
      </div>
    </section>
  )
}

interface EndNoticeProps {
  readonly session: RecentSearch['session']
  readonly isReading: boolean
}

/** After a search with failures; without any answer, the reasons are shown in place of the rows. It does not move rows that are being read. */
function EndNotice({ session, isReading }: EndNoticeProps) {
  const progress = session.progress.value
  const isNeeded = progress.phase === 'done' && progress.failed > 0 && progress.answered > 0
  const problems = useLazyModule(loadProblems, isNeeded && !isReading)
  return isNeeded && problems ? <problems.TelegramNotice of={progress} /> : null
}

/** Repeats a request that failed offline once the browser is online; the full-page error may not have been loaded. */
function useRetryWhenOnline(session: RecentSearch['session']): void {
  useEffect(() => {
    const retry = () => {
      const { phase, error } = session.progress.peek()
      if (phase === 'refused' && error?.kind === 'offline') session.start()
    }
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [session])
}

function loadEmptyResults() {
  return import('./empty-results.tsx')
}

interface RowsPlaceholderProps extends EmptyResultsProps {
  /** Whether there are rows to show. */
  readonly isFilled: boolean
}

/** Stays mounted while there are rows, so that the explanation is loaded only once. */
function RowsPlaceholder({ isFilled, ...props }: RowsPlaceholderProps) {
  const { ask, session } = props
  // Rows of other tabs do not count as filtered: more of this tab may still arrive.
  const isFiltered = session.rows.value.some(({ type }) => ask.tab === 'all' || ask.tab === type)
  const isLoading = session.progress.value.phase === 'asking' && !isFiltered
  const isNeeded = !isFilled && !isLoading
  const [hasLoadError, setLoadError] = useState(false)
  const loaded = useLazyModule(loadEmptyResults, isNeeded, () => setLoadError(true))
  if (isFilled) return null
  if (isNeeded && loaded) return <loaded.EmptyResults {...props} />
  return isNeeded && hasLoadError ? <OfflineNotice /> : <Skeleton />
}

/** Has the height of rows. */
function Skeleton() {
  return (
    <div aria-hidden="true">
      {[70, 55, 80, 60, 75].map((width) => (
        <div key={width} class="flex h-24 flex-col justify-center gap-3 border-b border-line">
          <span class="h-4 rounded bg-raised" style={{ width: `${width}%` }} />
          <span class="h-3 w-1/3 rounded bg-raised" />
        </div>
      ))}
    </div>
  )
}
