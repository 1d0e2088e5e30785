// What failed, in the order in which one wants to read it.
import type { ErrorsReport, FailureKind } from './reports.ts'

type OfSource = ErrorsReport['stats'][number]

/** The ways a source failed, the most frequent first. */
export function waysOf({
  errorTypes,
}: Pick<OfSource, 'errorTypes'>): { readonly kind: FailureKind; readonly count: number }[] {
  const kinds: readonly FailureKind[] = ['timeout', 'network', 'unavailable', 'blocked', 'mismatch', 'open']
  return kinds
    .flatMap((kind) => {
      const count = errorTypes[kind] ?? 0
      return count > 0 ? [{ kind, count }] : []
    })
    .sort((one, other) => other.count - one.count)
}

/** All ways in which any of them failed. */
export function allWaysOf(stats: readonly OfSource[]): ReturnType<typeof waysOf> {
  const errorTypes: Partial<Record<FailureKind, number>> = {}
  for (const source of stats)
    for (const { kind, count } of waysOf(source)) errorTypes[kind] = (errorTypes[kind] ?? 0) + count
  return waysOf({ errorTypes })
}

/** The sources one can choose from: by name, and the chosen one even if it has not failed lately. */
export function choicesOf(stats: readonly OfSource[], chosen: string): string[] {
  const names = stats.map(({ source }) => source)
  if (chosen !== '' && !names.includes(chosen)) names.push(chosen)
  return names.sort((one, other) => one.localeCompare(other))
}
