// Request statistics of the server, for administrators: count, latency, error rate.

import { useContent } from '../components/use-content.ts'
import { useReport } from '../components/use-report.ts'
import { formatDuration } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { ReportError } from './admin-only.tsx'
import { formatCount, formatPercent, formatTimeSpan } from './format-values.ts'
import { Freshness, StaleWarning } from './freshness.tsx'
import { reportMessages } from './report-messages.ts'
import type { MetricsReport } from './report-types.ts'
import { RouteTable } from './route-table.tsx'

/** In total and by route. */
export function RequestsSection() {
  const messages = useMessages(reportMessages)
  const state = useReport<MetricsReport>('/api/v1/metrics?detailed=1')
  const { report, error, reload } = state
  useContent(report !== undefined)
  if (error && !report) return <ReportError error={error} onRetry={reload} />
  return (
    <>
      <Freshness state={state} />
      <StaleWarning state={state} />
      {report ? (
        <>
          <Summary summary={report.summary} />
          <h2 class="mt-6 mb-2 text-base font-semibold">{messages.routes}</h2>
          <RouteTable routes={report.routes ?? []} />
        </>
      ) : (
        <div aria-busy="true" class="h-dvh rounded-2xl bg-raised" />
      )}
    </>
  )
}

function Summary({ summary }: { readonly summary: MetricsReport['summary'] }) {
  const messages = useMessages(reportMessages)
  const { language } = usePreferences()
  const { totalRequests, errorRate, avgResponseTime, p95, p99, uptime, cacheHitRate } = summary
  const hasRequests = totalRequests > 0
  const tiles = [
    [messages.requests, formatCount(totalRequests, language.value)],
    [messages.errorRate, hasRequests ? formatPercent(errorRate) : '–'],
    [messages.mean, hasRequests ? formatDuration(avgResponseTime) : '–'],
    [messages.p95, hasRequests ? formatDuration(p95) : '–'],
    [messages.p99, hasRequests ? formatDuration(p99) : '–'],
    [messages.hitRate, formatPercent(cacheHitRate)],
    [messages.uptime, formatTimeSpan(uptime, language.value)],
  ] as const
  return (
    <dl class="figures mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4 xl:grid-cols-7">
      {tiles.map(([name, value]) => (
        <div key={name} class="rounded-2xl border border-line bg-card p-3">
          <dt class="text-xs text-soft">{name}</dt>
          <dd class="text-lg font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
