// Models demand: the frequency of each keyword, by Zipf's law.

/** Keywords of equal frequency: their number, and the share of all searches that each has. */
export interface Level {
  readonly count: number
  readonly share: number
}

/** The number of keywords and the exponent: the n-th is searched 1/n^exponent as often as the first. */
export interface Popularity {
  readonly keywords: number
  readonly exponent: number
}

/** The first keywords have a level each; after them, neighbours within 2 % share a level. */
const single = 200
const width = 1.02

/** The keywords by descending frequency, in fewer than a thousand levels for any number of keywords. */
export function levelsOf({ keywords, exponent }: Popularity): readonly Level[] {
  const groups: { count: number; weight: number }[] = []
  for (let first = 1; first <= keywords; ) {
    const after = first < single ? first + 1 : Math.min(keywords + 1, Math.ceil(first * width))
    groups.push({ count: after - first, weight: ((first + after - 1) / 2) ** -exponent })
    first = after
  }
  const all = groups.reduce((sum, { count, weight }) => sum + count * weight, 0)
  return groups.map(({ count, weight }) => ({ count, share: weight / all }))
}

/**
 * Returns a function that maps a number from 0 to 1 (exclusive) to a keyword number by frequency; 0 is the most
 * frequent.
 */
export function drawOf({ keywords, exponent }: Popularity): (chance: number) => number {
  const upTo = new Float64Array(keywords)
  let all = 0
  for (let at = 0; at < keywords; at += 1) {
    all += (at + 1) ** -exponent
    upTo[at] = all
  }
  return (chance) => {
    const wanted = chance * all
    let [low, high] = [0, keywords - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? all) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}
