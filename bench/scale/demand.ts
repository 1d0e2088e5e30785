// What is searched: how often each of many keywords, by Zipf's law.

/** Keywords that are searched equally often: so many of them, each with this share of all searches. */
export interface Level {
  readonly count: number
  readonly share: number
}

/** Keywords and how uneven they are: the n-th is searched 1/n^exponent as often as the first. */
export interface Popularity {
  readonly keywords: number
  readonly exponent: number
}

/** The first so many stand for themselves; after them, neighbours that differ by a fiftieth are one level. */
const single = 200
const width = 1.02

/** The keywords from the commonest on, in less than a thousand levels however many there are. */
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

/** Makes what turns a number from 0 up to 1 into the number of a keyword, the commonest being 0, as often as it is searched. */
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
