// Health summary and list of the sources.
import { useEffect, useMemo } from 'preact/hooks'
import { displayNow } from '../clock.ts'
import { ErrorPage } from '../components/error-page.tsx'
import { lazyComponent } from '../components/lazy.tsx'
import { useReport } from '../components/use-report.ts'
import { useMessages } from '../use-messages.ts'
import { serverNow } from './format-values.ts'
import { Freshness, StaleWarning } from './freshness.tsx'
import { statusMessages } from './messages.ts'
import type { HealthReport } from './report-types.ts'
import { rowsOf } from './source-rows.ts'
import { SummaryPanel } from './summary-panel.tsx'
import { useFilter } from './use-filter.ts'

// Last on the page, so loading it moves nothing.
const SourceList = lazyComponent(async () => (await import('./source-list.tsx')).SourceList)

/** Not limited to administrators. */
export function SourcesSection() {
  const state = useReport<HealthReport>('/api/v1/health', { isPublic: true })
  const { report, error, reload } = state
  const rows = useMemo(() => (report ? rowsOf(report) : []), [report])
  const view = useFilter()
  // While the report is on its way.
  useEffect(() => void SourceList.load().catch(() => undefined), [])
  if (error && !report) return <ErrorPage error={error} onRetry={reload} />
  return (
    <>
      <Freshness state={state} />
      <StaleWarning state={state} />
      {report ? (
        <>
          <SummaryPanel report={report} rows={rows} onShow={view.replaceFilter} />
          <SourceList rows={rows} view={view} now={serverNow(report.timestamp, state.receivedAt, displayNow.value)} />
        </>
      ) : (
        <Loading />
      )}
    </>
  )
}

/** About the height of the content. */
function Loading() {
  const { loading } = useMessages(statusMessages)
  return (
    <div aria-busy="true" class="flex min-h-dvh flex-col gap-4">
      <p class="sr-only">{loading}</p>
      <div class="h-44 rounded-2xl bg-raised" />
      <div class="h-28 rounded-2xl bg-raised" />
      <div class="flex-1 rounded-2xl bg-raised" />
    </div>
  )
}
