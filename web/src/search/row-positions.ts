// Vertical layout of a long list: row positions from measured or estimated heights, in pixels.

/** Row keys and the top of each row relative to the list; `starts` has one more entry for the end of the last row. */
export interface RowLayout {
  readonly keys: readonly string[]
  readonly starts: readonly number[]
}

/** A range of rows. */
export interface Range {
  readonly first: number
  /** Less than `first` for an empty range. */
  readonly last: number
}

/** Lays out rows; those not yet measured get the estimated height. */
export function layOutRows(keys: readonly string[], heights: ReadonlyMap<string, number>, estimate: number): RowLayout {
  const starts = [0]
  let end = 0
  for (const key of keys) {
    end += heights.get(key) ?? estimate
    starts.push(end)
  }
  return { keys, starts }
}

/** Total height. */
export function totalHeight({ starts }: RowLayout): number {
  return starts.at(-1) ?? 0
}

/** Returns the rows between two offsets; at least the nearest one. */
export function rangeBetween(layout: RowLayout, top: number, bottom: number): Range {
  const first = indexAt(layout, top)
  return { first, last: Math.max(first, indexAt(layout, bottom)) }
}

/** Returns the last row that starts at or above an offset; the first row for offsets above the list. */
function indexAt({ keys, starts }: RowLayout, offset: number): number {
  let low = 0
  let high = keys.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return Math.min(low, high)
}

/** Returns the indexes of a range plus overscan on both sides, and the row that always stays rendered. */
export function renderedIndexes(
  { keys }: RowLayout,
  { first, last }: Range,
  overscan: number,
  pinnedKey: string | undefined,
): number[] {
  const from = Math.max(0, first - overscan)
  const to = Math.min(keys.length - 1, last + overscan)
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  const index = pinnedKey === undefined ? -1 : keys.indexOf(pinnedKey)
  if (index < 0 || (index >= from && index <= to)) return shown
  return index < from ? [index, ...shown] : [...shown, index]
}

/** Returns how far the first still existing row at or below an offset has moved down. */
export function offsetShift(before: RowLayout, after: RowLayout, offset: number): number {
  const indexByKey = new Map(after.keys.map((key, index) => [key, index]))
  for (let index = indexAt(before, offset); index < before.keys.length; index += 1) {
    const now = indexByKey.get(before.keys[index] ?? '')
    if (now !== undefined) return (after.starts[now] ?? 0) - (before.starts[index] ?? 0)
  }
  return 0
}
