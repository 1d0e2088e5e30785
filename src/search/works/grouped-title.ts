// A recognised title on its way into a group.
import type { WorkClass } from './kind.ts'
import type { WorkName } from './name.ts'
import type { RecognisedTitle } from './recognise.ts'

export interface GroupedTitle {
  readonly title: RecognisedTitle
  /** The name by which it is grouped: the Chinese one, else the Latin one. */
  readonly name: WorkName
  /** All names of one work or series have the same family. */
  readonly family: string
  readonly class: WorkClass
}

function countsOf<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** The most frequent value; of equally frequent ones the least. */
export function modeOf<Value extends string | number>(values: Iterable<Value>): Value | undefined {
  const counts = countsOf(values)
  let best: Value | undefined
  for (const [value, count] of counts) {
    const most = best === undefined ? 0 : (counts.get(best) ?? 0)
    if (best === undefined || count > most || (count === most && value < best)) best = value
  }
  return best
}

/** The values by their key, in the order of their first occurrence. */
export function groupBy<Value>(values: Iterable<Value>, keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
