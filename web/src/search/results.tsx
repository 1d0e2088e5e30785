// Results of a search, by work or by link.
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { now } from '../clock.ts'
import { lazyComponent } from '../components/lazy.tsx'
import { usePage } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { useLazyModule } from './lazy-parts.ts'
import { searchMessages } from './messages.ts'
import { noLinkChecking } from './no-link-checking.ts'
import type { RecentSearch } from './recent-searches.ts'
import type { ResultsViewProps } from './results-view-props.ts'
import { useIsReading } from './use-is-reading.ts'
import { createSelection } from './works/selection.ts'
import { useAfterResults } from './works/use-after-results.ts'
import { WorksView } from './works/works-view.tsx'

/** Reached through this chunk, which has most of what it needs. */
export const WorkPage = lazyComponent(async () => (await import('./works/work-page.tsx')).WorkPage)

type ResultsProps = Pick<ResultsViewProps, 'ask' | 'search' | 'onChange' | 'onAsk'>

function loadLinksView() {
  return import('./links-view.tsx')
}

function loadPastedShare() {
  return import('./works/pasted-share.tsx')
}

export function Results({ ask, search, onChange, onAsk }: ResultsProps) {
  const { session } = search
  const { api, credential } = usePage()
  const messages = useMessages(searchMessages)
  const panel = useRef<HTMLDivElement>(null)
  const reading = useIsReading(panel, session)
  // A new credential may allow more checks.
  const late = useAfterResults()
  const checking = useMemo(
    () => late?.createLinkChecking({ api, epochMs: now }) ?? noLinkChecking,
    [late, api, credential.value],
  )
  useEffect(() => () => checking.stop(), [checking])
  const selection = useMemo(createSelection, [session, ask.view])
  const lastCredential = useRef(credential.value)
  useEffect(() => {
    // After login, a rejected request is repeated.
    const isNew = lastCredential.current !== credential.value
    lastCredential.current = credential.value
    if (isNew && session.progress.peek().phase === 'refused') session.start()
  }, [credential.value, session])
  useRetryWhenOnline(session)
  const links = useLazyModule(loadLinksView, ask.view === 'links')
  const pasted = useLazyModule(loadPastedShare, Boolean(ask.share))
  const props = { ask, search, checking, reading, selection, panel, onChange, onAsk }
  return (
    <section aria-label={messages.results}>
      {pasted && <pasted.PastedShare ask={ask} session={session} onChange={onChange} />}
      {ask.view === 'works' && <WorksView {...props} />}
      {ask.view === 'links' && links && <links.LinksView {...props} />}
    </section>
  )
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
