// Joins similar headlines into groups that tell one story. A group takes another only if they are similar on average,
// so that a chain of similar headlines does not join different stories.
import { compareOrder, type Headline, type Similarity } from './headline.ts'

/** Two groups of which the average similarity is less stay apart. */
const leastAverage = -1.75

type TotalSimilarity = (one: Headline, other: Headline) => number

/** Headlines that a chain of similar ones connects. */
interface Chain {
  readonly headlines: readonly Headline[]
  readonly groups: readonly (readonly Headline[])[]
}

/** Takes the headlines that changed and returns all groups of two or more. A group that did not change is the same array as before. */
export type HeadlineLinker = (changed: ReadonlySet<Headline>) => (readonly Headline[])[]

export function createHeadlineLinker(totalSimilarity: TotalSimilarity): HeadlineLinker {
  const chains = new Map<Headline, Chain>()
  const untie = ({ headlines }: Chain) => {
    for (const member of headlines) chains.delete(member)
    return headlines
  }
  const tie = (headlines: readonly Headline[]) => {
    if (headlines.length === 1) return
    const chain = { headlines, groups: linkHeadlines(headlines, totalSimilarity) }
    for (const member of headlines) chains.set(member, chain)
  }
  const isWhole = (headline: Headline) => {
    const chain = chains.get(headline)
    return (
      chain &&
      headline.similar
        .values()
        .every((pair) => !isLink(pair) || (chains.get(pair.first) === chain && chains.get(pair.second) === chain))
    )
  }
  return (changed) => {
    // The similarity of two headlines changes only if both are among the changed ones.
    const touched = [...Map.groupBy(changed, (headline) => chains.get(headline))]
    const untied = touched.flatMap(([chain, members]) => (chain && members.length > 1 ? untie(chain) : []))
    for (const headline of [...changed, ...untied])
      if (headline.similar.size > 0 && !isWhole(headline)) tie(chainOf(headline))
    return [...new Set(chains.values())].flatMap(({ groups }) => groups)
  }
}

function isLink({ total }: Similarity): boolean {
  return total >= 0
}

/** In the order of the sources, then of the ranks. */
function chainOf(headline: Headline): Headline[] {
  const chain = new Set([headline])
  for (const member of chain) for (const [other, similarity] of member.similar) if (isLink(similarity)) chain.add(other)
  return [...chain].sort(compareOrder)
}

/** The order of the headlines decides between equally similar ones. */
function linkHeadlines(headlines: readonly Headline[], totalSimilarity: TotalSimilarity): Headline[][] {
  const averageSimilarity = (one: readonly Headline[], other: readonly Headline[]) => {
    let sum = 0
    for (const headline of one) for (const next of other) sum += totalSimilarity(headline, next)
    return sum / (one.length * other.length)
  }
  const groups = new Map(headlines.map((headline) => [headline, [headline]]))
  // Several links may lead from one group to another.
  const apart = new Map<Headline[], Set<Headline[]>>()
  for (const { first, second } of linksOf(headlines)) {
    const [one = [], other = []] = [groups.get(first), groups.get(second)]
    if (one === other || apart.get(one)?.has(other)) continue
    if (averageSimilarity(one, other) < leastAverage) {
      apart.set(one, (apart.get(one) ?? new Set()).add(other))
      continue
    }
    const joined = [...one, ...other]
    for (const headline of joined) groups.set(headline, joined)
  }
  return [...new Set(groups.values())].filter(({ length }) => length > 1)
}

/** The strongest first. */
function linksOf(headlines: readonly Headline[]): Similarity[] {
  const order = new Map(headlines.map((headline, index) => [headline, index]))
  const at = (headline: Headline) => order.get(headline) ?? 0
  return headlines
    .flatMap((headline) =>
      [...headline.similar.values()].filter((similarity) => similarity.first === headline && isLink(similarity)),
    )
    .sort((a, b) => b.total - a.total || at(a.first) - at(b.first) || at(a.second) - at(b.second))
}
