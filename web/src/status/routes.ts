// What each route of the service was asked, in the order in which one wants to read it.
import type { MetricsReport } from './reports.ts'

export type RouteRow = NonNullable<MetricsReport['routes']>[number]

/** The busiest first. */
export function busiestFirst(routes: readonly RouteRow[]): RouteRow[] {
  return routes.toSorted((one, other) => other.requests - one.requests || one.route.localeCompare(other.route))
}

/** How often each status was answered, by number. */
export function statusesOf({
  byStatus,
}: Pick<RouteRow, 'byStatus'>): { readonly status: string; readonly count: number }[] {
  return Object.entries(byStatus)
    .map(([status, count]) => ({ status, count }))
    .sort((one, other) => Number(one.status) - Number(other.status))
}
