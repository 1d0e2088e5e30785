// What a line of the log says besides its message, in few words.
import type { LogLevel, LogsReport } from './reports.ts'

/** Least first. */
export const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'fatal']

type Entry = LogsReport['logs'][number]

/** The request of a line, if it is about one: “GET /api/search 200”. */
export function requestOf({ method, path, status }: Entry): string | undefined {
  const parts = [method, path, status].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' ') : undefined
}

/** Each line with what tells it from the others, and stays with it when others come before it. The newest is first. */
export function keyed(logs: readonly Entry[]): { readonly key: string; readonly entry: Entry }[] {
  const counts = new Map<string, number>()
  const lines = logs.toReversed().map((entry) => {
    const said = JSON.stringify(entry)
    const equals = counts.get(said) ?? 0
    counts.set(said, equals + 1)
    return { key: `${equals} ${said}`, entry }
  })
  return lines.toReversed()
}

/** How many lines there are of each level and above, as “ (12)”; nothing where that is not known. */
export function countsFrom(stats: LogsReport['stats']): Readonly<Record<LogLevel, string>> {
  const texts = { debug: '', info: '', warn: '', error: '', fatal: '' }
  if (!stats) return texts
  let sum = 0
  for (const level of logLevels.toReversed()) {
    sum += stats.byLevel[level]
    texts[level] = ` (${sum})`
  }
  return texts
}
