// Health summary and list of the sources.
import { useMemo } from 'preact/hooks'
import { shownNow } from '../clock.ts'
import { useWords } from '../language.ts'
import { late } from '../parts/late.tsx'
import { RefusalPage } from '../parts/refusal-page.tsx'
import { theirNow } from './amounts.ts'
import { useReport } from './asking.ts'
import { Freshness, StaleSign } from './freshness.tsx'
import type { HealthReport } from './reports.ts'
import { rowsOf } from './sources.ts'
import { SummaryPanel } from './summary-panel.tsx'
import { useFilter } from './use-filter.ts'
import { statusWords } from './words.ts'

// Last on the page, so loading it moves nothing.
const SourceList = late(async () => (await import('./source-list.tsx')).SourceList)

/** Not limited to administrators. */
export function SourcesSection() {
  const asked = useReport<HealthReport>('/api/v1/health', { isForAll: true })
  const { report, error, ask } = asked
  const rows = useMemo(() => (report ? rowsOf(report) : []), [report])
  const wanted = useFilter()
  if (error && !report) return <RefusalPage error={error} onRetry={ask} />
  return (
    <>
      <Freshness asked={asked} />
      <StaleSign asked={asked} />
      {report ? (
        <>
          <SummaryPanel report={report} rows={rows} onShow={wanted.show} />
          <SourceList rows={rows} wanted={wanted} now={theirNow(report.timestamp, asked.cameAt, shownNow.value)} />
        </>
      ) : (
        <Loading />
      )}
    </>
  )
}

/** About the height of the content. */
function Loading() {
  const { loading } = useWords(statusWords)
  return (
    <div aria-busy="true" class="flex min-h-dvh flex-col gap-4">
      <p class="sr-only">{loading}</p>
      <div class="h-44 rounded-2xl bg-raised" />
      <div class="h-28 rounded-2xl bg-raised" />
      <div class="flex-1 rounded-2xl bg-raised" />
    </div>
  )
}
