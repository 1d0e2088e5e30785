// Where the rows of a long list stand, one below the other, each as high as it is known or likely to be; in pixels.

/** The rows of a list, and where each of them begins below the top of the list; one more number says where the last one ends. */
export interface Standing {
  readonly keys: readonly string[]
  readonly starts: readonly number[]
}

/** The rows from one to another. */
export interface Range {
  readonly first: number
  /** Less than the first when there are none. */
  readonly last: number
}

/** Puts rows one below the other; those of unknown height are as high as the estimate. */
export function stand(keys: readonly string[], heights: ReadonlyMap<string, number>, estimate: number): Standing {
  const starts = [0]
  let end = 0
  for (const key of keys) {
    end += heights.get(key) ?? estimate
    starts.push(end)
  }
  return { keys, starts }
}

/** How high all of it is. */
export function heightOf({ starts }: Standing): number {
  return starts.at(-1) ?? 0
}

/** Which rows are seen between these two places below the top of the list; the nearest one when there is none between them. */
export function rangeBetween(standing: Standing, top: number, bottom: number): Range {
  const first = indexAt(standing, top)
  return { first, last: Math.max(first, indexAt(standing, bottom)) }
}

/** The last row that begins above a place or there; the first one for all places above the list. */
function indexAt({ keys, starts }: Standing, place: number): number {
  let low = 0
  let high = keys.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return Math.min(low, high)
}

/** The rows of a range and so many more on both sides; and the one that stays wherever the range is. */
export function shownOf({ keys }: Standing, { first, last }: Range, more: number, stays: string | undefined): number[] {
  const from = Math.max(0, first - more)
  const to = Math.min(keys.length - 1, last + more)
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  const index = stays === undefined ? -1 : keys.indexOf(stays)
  if (index < 0 || (index >= from && index <= to)) return shown
  return index < from ? [index, ...shown] : [...shown, index]
}

/** By how much the first row that ended below this place before, and still is there, begins lower now. */
export function movedBy(before: Standing, after: Standing, place: number): number {
  const places = new Map(after.keys.map((key, index) => [key, index]))
  for (let index = indexAt(before, place); index < before.keys.length; index += 1) {
    const now = places.get(before.keys[index] ?? '')
    if (now !== undefined) return (after.starts[now] ?? 0) - (before.starts[index] ?? 0)
  }
  return 0
}
