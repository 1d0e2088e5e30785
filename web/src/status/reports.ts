// The server's reports, sorted and counted for display.
import type { z } from 'zod'
import type { reports } from '../../../src/contract/hotlist-reports.ts'

export type HealthReport = z.output<(typeof reports)['health']>
export type MetricsReport = z.output<(typeof reports)['metrics']>
export type ErrorsReport = z.output<(typeof reports)['errors']>
export type LogsReport = z.output<(typeof reports)['logs']>
export type FailureKind = ErrorsReport['errors'][number]['kind']
export type LogLevel = LogsReport['logs'][number]['level']
export type SourceFailures = ErrorsReport['stats'][number]
export type RouteRow = NonNullable<MetricsReport['routes']>[number]

export const failureKinds = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open'] as const

/** Failures of these sources by kind, most frequent first. */
export function failuresByKind(
  stats: readonly Pick<SourceFailures, 'errorTypes'>[],
): { readonly kind: FailureKind; readonly count: number }[] {
  return failureKinds
    .map((kind) => ({ kind, count: stats.reduce((sum, { errorTypes }) => sum + (errorTypes[kind] ?? 0), 0) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}

/** Sources to filter by, sorted by name; includes the selected one even without recent failures. */
export function sourceOptions(stats: readonly SourceFailures[], chosen: string): string[] {
  const names = new Set([...stats.map(({ source }) => source), ...(chosen === '' ? [] : [chosen])])
  return [...names].sort((one, other) => one.localeCompare(other))
}

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

/** Least severe first. */
export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'fatal']

type LogEntry = LogsReport['logs'][number]

/** The request of an entry, if it has one: “GET /api/search 200”. */
export function formatRequest({ method, path, status }: LogEntry): string | undefined {
  const parts = [method, path, status].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' ') : undefined
}

/** Adds a unique key to each entry that stays stable when newer entries arrive. Newest first. */
export function withKeys(logs: readonly LogEntry[]): { readonly key: string; readonly entry: LogEntry }[] {
  const counts = new Map<string, number>()
  const lines = logs.toReversed().map((entry) => {
    const json = JSON.stringify(entry)
    const equals = counts.get(json) ?? 0
    counts.set(json, equals + 1)
    return { key: `${equals} ${json}`, entry }
  })
  return lines.toReversed()
}

/** Number of entries of each level and above, as “ (12)”; empty if unknown. */
export function countTexts(stats: LogsReport['stats']): Readonly<Record<LogLevel, string>> {
  const texts = { debug: '', info: '', warn: '', error: '', fatal: '' }
  let sum = 0
  for (const level of stats ? logLevels.toReversed() : []) {
    sum += stats?.byLevel[level] ?? 0
    texts[level] = ` (${sum})`
  }
  return texts
}
