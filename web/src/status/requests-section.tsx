// Request statistics of the server, for administrators: count, latency, error rate, in total and by route.
import { DataTable } from '../components/data-table.tsx'
import { useReport } from '../components/use-report.ts'
import { formatDuration } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { AdminReport } from './admin-report.tsx'
import { formatCount, formatPercent, formatTimeSpan } from './format-values.ts'
import { reportMessages } from './report-messages.ts'
import { busiestFirst, type MetricsReport, type RouteRow, statusesOf } from './reports.ts'

export function RequestsSection() {
  const messages = reportMessages.use()
  const state = useReport<MetricsReport>('/api/v1/metrics?detailed=1')
  return (
    <AdminReport state={state}>
      {({ summary, routes = [] }) => (
        <>
          <Summary summary={summary} />
          <h2 class="mt-6 mb-2 text-base font-semibold">{messages.routes}</h2>
          {routes.length > 0 ? <RouteTable routes={routes} /> : <p class="text-sm text-soft">{messages.noRequests}</p>}
        </>
      )}
    </AdminReport>
  )
}

function Summary({ summary }: { readonly summary: MetricsReport['summary'] }) {
  const messages = reportMessages.use()
  const { language } = usePreferences()
  const { totalRequests, errorRate, avgResponseTime, p95, p99, uptime, cacheHitRate } = summary
  const ifAny = (text: string) => (totalRequests > 0 ? text : '–')
  const tiles = [
    [messages.requests, formatCount(totalRequests, language.value)],
    [messages.errorRate, ifAny(formatPercent(errorRate))],
    [messages.mean, ifAny(formatDuration(avgResponseTime))],
    [messages.p95, ifAny(formatDuration(p95))],
    [messages.p99, ifAny(formatDuration(p99))],
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

const wide = 'max-sm:hidden'

/** Narrow screens omit some columns and show status codes below the route. */
function RouteTable({ routes }: { readonly routes: readonly RouteRow[] }) {
  const messages = reportMessages.use()
  const { language } = usePreferences()
  const count = (number: number) => <span class="figures">{formatCount(number, language.value)}</span>
  const duration = (ms: number) => <span class="figures whitespace-nowrap">{formatDuration(ms)}</span>
  const errors = (row: RouteRow) => (
    <span class={row.errors > 0 ? 'font-medium text-bad' : ''}>{count(row.errors)}</span>
  )
  return (
    <DataTable
      caption={messages.routes}
      rows={busiestFirst(routes)}
      keyOf={({ method, route }) => `${method} ${route}`}
      columns={[
        { id: 'route', name: messages.route, cell: (row) => <RouteName of={row} /> },
        { id: 'requests', name: messages.requests, cell: (row) => count(row.requests) },
        { id: 'errors', name: messages.errors, cell: errors, class: wide },
        { id: 'mean', name: messages.mean, cell: (row) => duration(row.avgResponseTime), class: wide },
        { id: 'p95', name: messages.p95, cell: (row) => duration(row.p95) },
        { id: 'statuses', name: messages.statuses, cell: (row) => <Statuses of={row} />, class: wide },
      ]}
    />
  )
}

interface RouteProps {
  readonly of: RouteRow
}

function RouteName({ of }: RouteProps) {
  const { unrouted } = reportMessages.use()
  return (
    <span class="font-normal">
      <span class="text-xs text-soft">{of.method}</span>{' '}
      {of.route === 'unrouted' ? <em>{unrouted}</em> : <code class="break-all">{of.route}</code>}
      <span class="block text-xs sm:hidden">
        <Statuses of={of} />
      </span>
    </span>
  )
}

function Statuses({ of }: RouteProps) {
  return statusesOf(of).map(({ status, count }) => (
    <span key={status} class="figures me-2 inline-block whitespace-nowrap">
      <span class={Number(status) >= 500 ? 'text-bad' : 'text-soft'}>{status}</span> ×{count}
    </span>
  ))
}
