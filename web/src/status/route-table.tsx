// Table of the routes with request statistics.
import { formatDuration } from '../format-time.ts'
import { usePreferences } from '../page-context.ts'
import { useMessages } from '../use-messages.ts'
import { formatCount } from './format-values.ts'
import { reportMessages } from './report-messages.ts'
import { busiestFirst, type RouteRow, statusesOf } from './sort-routes.ts'

const wide = 'max-sm:hidden'

/** Narrow screens omit some columns and show status codes below the route. */
export function RouteTable({ routes }: { readonly routes: readonly RouteRow[] }) {
  const messages = useMessages(reportMessages)
  if (routes.length === 0) return <p class="text-sm text-soft">{messages.noRequests}</p>
  const heads = [
    [messages.route, ''],
    [messages.requests, ''],
    [messages.errors, wide],
    [messages.mean, wide],
    [messages.p95, ''],
    [messages.statuses, wide],
  ] as const
  return (
    <table class="figures w-full border-separate border-spacing-0 rounded-2xl border border-line bg-card text-sm">
      <caption class="sr-only">{messages.routes}</caption>
      <thead>
        <tr class="text-xs text-soft">
          {heads.map(([name, shown]) => (
            <th
              key={name}
              scope="col"
              class={`border-b border-line px-3 py-2 text-start font-semibold whitespace-nowrap ${shown}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {busiestFirst(routes).map((route) => (
          <Route key={`${route.method} ${route.route}`} of={route} />
        ))}
      </tbody>
    </table>
  )
}

const cell = 'border-b border-line px-3 py-2 align-top group-last:border-b-0'

function Route({ of }: { readonly of: RouteRow }) {
  const messages = useMessages(reportMessages)
  const { language } = usePreferences()
  return (
    <tr class="group">
      <th scope="row" class={`${cell} text-start font-normal`}>
        <span class="text-xs text-soft">{of.method}</span>{' '}
        {of.route === 'unrouted' ? <em>{messages.unrouted}</em> : <code>{of.route}</code>}
        <span class="block text-xs sm:hidden">
          <Statuses of={of} />
        </span>
      </th>
      <td class={cell}>{formatCount(of.requests, language.value)}</td>
      <td class={`${cell} ${wide} ${of.errors > 0 ? 'font-medium text-bad' : ''}`}>
        {formatCount(of.errors, language.value)}
      </td>
      <td class={`${cell} ${wide}`}>{formatDuration(of.avgResponseTime)}</td>
      <td class={`${cell} whitespace-nowrap`}>{formatDuration(of.p95)}</td>
      <td class={`${cell} ${wide}`}>
        <Statuses of={of} />
      </td>
    </tr>
  )
}

function Statuses({ of }: { readonly of: RouteRow }) {
  return statusesOf(of).map(({ status, count }) => (
    <span key={status} class="me-2 inline-block whitespace-nowrap">
      <span class={Number(status) >= 500 ? 'text-bad' : 'text-soft'}>{status}</span> ×{count}
    </span>
  ))
}
