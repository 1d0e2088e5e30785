// Request statistics of the server, for administrators: count, latency, error rate.

import { durationText } from '../ages.ts'
import { useWords } from '../language.ts'
import { useChoices } from '../page.ts'
import { countText, shareText, spanText } from './amounts.ts'
import { useReport } from './asking.ts'
import { Freshness, StaleSign } from './freshness.tsx'
import { Unavailable } from './locked.tsx'
import { reportWords } from './report-words.ts'
import type { MetricsReport } from './reports.ts'
import { RouteTable } from './route-table.tsx'

/** In total and by route. */
export function RequestsSection() {
  const messages = useWords(reportWords)
  const asked = useReport<MetricsReport>('/api/v1/metrics?detailed=1')
  const { report, error, ask } = asked
  if (error && !report) return <Unavailable error={error} onRetry={ask} />
  return (
    <>
      <Freshness asked={asked} />
      <StaleSign asked={asked} />
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
  const messages = useWords(reportWords)
  const { language } = useChoices()
  const { totalRequests, errorRate, avgResponseTime, p95, p99, uptime, cacheHitRate } = summary
  const isAsked = totalRequests > 0
  const tiles = [
    [messages.requests, countText(totalRequests, language.value)],
    [messages.errorRate, isAsked ? shareText(errorRate) : '–'],
    [messages.mean, isAsked ? durationText(avgResponseTime) : '–'],
    [messages.p95, isAsked ? durationText(p95) : '–'],
    [messages.p99, isAsked ? durationText(p99) : '–'],
    [messages.hitRate, shareText(cacheHitRate)],
    [messages.uptime, spanText(uptime, language.value)],
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
