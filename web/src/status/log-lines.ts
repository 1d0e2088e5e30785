// Formats log entries: request, list key, counts by level.
import type { LogLevel, LogsReport } from './report-types.ts'

/** Least severe first. */
export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'fatal']

type Entry = LogsReport['logs'][number]

/** The request of an entry, if it has one: “GET /api/search 200”. */
export function formatRequest({ method, path, status }: Entry): string | undefined {
  const parts = [method, path, status].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' ') : undefined
}

/** Adds a unique key to each entry that stays stable when newer entries arrive. Newest first. */
export function withKeys(logs: readonly Entry[]): { readonly key: string; readonly entry: Entry }[] {
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
  if (!stats) return texts
  let sum = 0
  for (const level of logLevels.toReversed()) {
    sum += stats.byLevel[level]
    texts[level] = ` (${sum})`
  }
  return texts
}
