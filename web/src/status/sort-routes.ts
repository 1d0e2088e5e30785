// Sorts the routes for display.
import type { MetricsReport } from './report-types.ts'

export type RouteRow = NonNullable<MetricsReport['routes']>[number]

/** Busiest first. */
export function busiestFirst(routes: readonly RouteRow[]): RouteRow[] {
  return routes.toSorted((one, other) => other.requests - one.requests || one.route.localeCompare(other.route))
}

/** Number of responses by status code, sorted by code. */
export function statusesOf({
  byStatus,
}: Pick<RouteRow, 'byStatus'>): { readonly status: string; readonly count: number }[] {
  return Object.entries(byStatus)
    .map(([status, count]) => ({ status, count }))
    .sort((one, other) => Number(one.status) - Number(other.status))
}
