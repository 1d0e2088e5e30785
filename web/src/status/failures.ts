// Sorts failures for display.
import type { ErrorsReport, FailureKind } from './report-types.ts'

type SourceFailures = ErrorsReport['stats'][number]

/** Failures of a source by kind, most frequent first. */
export function failuresByKind({
  errorTypes,
}: Pick<SourceFailures, 'errorTypes'>): { readonly kind: FailureKind; readonly count: number }[] {
  const kinds: readonly FailureKind[] = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open']
  return kinds
    .flatMap((kind) => {
      const count = errorTypes[kind] ?? 0
      return count > 0 ? [{ kind, count }] : []
    })
    .sort((one, other) => other.count - one.count)
}

/** Failures of all sources by kind, most frequent first. */
export function allFailuresByKind(stats: readonly SourceFailures[]): ReturnType<typeof failuresByKind> {
  const errorTypes: Partial<Record<FailureKind, number>> = {}
  for (const source of stats)
    for (const { kind, count } of failuresByKind(source)) errorTypes[kind] = (errorTypes[kind] ?? 0) + count
  return failuresByKind({ errorTypes })
}

/** Sources to filter by, sorted by name; includes the selected one even without recent failures. */
export function sourceOptions(stats: readonly SourceFailures[], chosen: string): string[] {
  const names = stats.map(({ source }) => source)
  if (chosen !== '' && !names.includes(chosen)) names.push(chosen)
  return names.sort((one, other) => one.localeCompare(other))
}
