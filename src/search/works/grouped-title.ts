// A recognised title on its way into a group.
import type { WorkClass } from './kind.ts'
import type { WorkName } from './known-names.ts'
import type { RecognisedTitle } from './recognise.ts'

export interface GroupedTitle {
  readonly title: RecognisedTitle
  /** The name by which it is grouped: the Chinese one, else the Latin one. */
  readonly name: WorkName
  /** All names of one work or series have the same family. */
  readonly family: string
  readonly class: WorkClass
}

/** The most frequent value; of equally frequent ones the least. */
export function modeOf<Value extends string | number>(values: readonly Value[]): Value | undefined {
  if (values.length < 2) return values[0]
  const counted = [...Map.groupBy(values, (value) => value)]
  const [most] = counted.sort(([a, all], [b, others]) => others.length - all.length || (a < b ? -1 : 1))
  return most?.[0]
}

export function yearsOf(titles: readonly GroupedTitle[]): readonly number[] {
  return titles.flatMap(({ title }) => title.year ?? [])
}

/**
 * Finds the year in which the version of a title began, by its year; `''` when all `starts` are at most `maxApart` years apart. A title without a
 * year is of the version that most of all `years` are of.
 */
export function versionsByYear(
  starts: readonly number[],
  years: readonly number[],
  maxApart: number,
): (year: number | undefined) => string {
  const sorted = starts.toSorted((a, b) => a - b)
  const firsts = sorted.filter((year, index) => year - (sorted[index - 1] ?? 0) > maxApart)
  if (firsts.length < 2) return () => ''
  const versionOf = (year: number) => firsts.findLast((first) => first <= year) ?? year
  const usual = modeOf(years.map(versionOf))
  return (year) => String(year === undefined ? usual : versionOf(year))
}

/** The part of a work: `2`, `2/2021`. */
export function withVersion(slot: string, version: string): string {
  return version === '' ? slot : `${slot}/${version}`
}
