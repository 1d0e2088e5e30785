// How a story spread in the last hour: how many platforms had it at each moment.
import type { TrendStory } from '../../../../src/contract/hotlist-trends.ts'
import type { TimedValue } from '../history/step-path.ts'

export const spreadMs = 3_600_000

/** The item of a story, as far as its spread goes. */
type Entered = Pick<TrendStory['items'][number], 'source' | 'enteredAt'>

/**
 * The number of platforms at the start of the hour and after each that came. A platform of which nobody saw the beginning was there before.
 * Empty if none came within the hour. `now`: epoch milliseconds.
 */
export function spreadOf(
  items: readonly Entered[],
  platformOf: (source: string) => string,
  now: number,
): readonly TimedValue[] {
  const from = now - spreadMs
  const byPlatform = Map.groupBy(items, ({ source }) => platformOf(source))
  const entries = [...byPlatform.values()].map((own) => Math.min(...own.map(({ enteredAt = from }) => enteredAt)))
  const came = entries.filter((at) => at > from).sort((one, other) => one - other)
  if (came.length === 0) return []
  const before = entries.length - came.length
  return [{ at: from, value: before }, ...came.map((at, index) => ({ at, value: before + index + 1 }))]
}
