// Joins similar headlines into groups that tell one story. A group takes another only if they are similar on average,
// so that a chain of similar headlines does not join different stories.
import type { Headline, Similarity } from './headline.ts'
import { totalSimilarity } from './headline-index.ts'

/** Two groups of which the average similarity is less stay apart. */
const leastAverage = -1.75

/** Groups of two or more headlines. The order of the headlines decides between equally similar ones. */
export function linkHeadlines(headlines: readonly Headline[]): Headline[][] {
  const order = new Map(headlines.map((headline, index) => [headline, index]))
  const groups = new Map<Headline, Headline[]>()
  for (const { first, second } of linksOf(headlines, order)) {
    const [one, other] = [groups.get(first) ?? [first], groups.get(second) ?? [second]]
    if (one === other || averageSimilarity(one, other) < leastAverage) continue
    one.push(...other)
    for (const headline of one) groups.set(headline, one)
  }
  return [...new Set(groups.values())]
}

/** The strongest first. */
function linksOf(headlines: readonly Headline[], order: ReadonlyMap<Headline, number>): Similarity[] {
  const at = (headline: Headline) => order.get(headline) ?? 0
  const earlier = ({ first, second }: Similarity) => Math.min(at(first), at(second))
  const later = ({ first, second }: Similarity) => Math.max(at(first), at(second))
  return headlines
    .flatMap((headline) =>
      [...headline.similar.values()].filter(({ first, total }) => first === headline && total >= 0),
    )
    .sort((a, b) => b.total - a.total || earlier(a) - earlier(b) || later(a) - later(b))
}

function averageSimilarity(one: readonly Headline[], other: readonly Headline[]): number {
  let sum = 0
  for (const headline of one) for (const next of other) sum += totalSimilarity(headline, next)
  return sum / (one.length * other.length)
}
