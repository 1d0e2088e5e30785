// Joins similar headlines into groups that tell one story. A group takes another only if they are similar on average,
// so that a chain of similar headlines does not join different stories.
import type { CountWork, Pieces } from '../../async/pieces.ts'
import { compareOrder, type Headline, type Similarity } from './headline.ts'

/** Two groups of which the average similarity is less stay apart. */
const leastAverage = -1.75
/** Of larger groups, so many headlines count in the average. */
const maxCompared = 20
/** More headlines are of one template. */
const maxGroup = 300

type TotalSimilarity = (one: Headline, other: Headline) => number

type Group = readonly Headline[]

/** Headlines that a chain of similar ones connects. */
interface Chain {
  readonly headlines: readonly Headline[]
  readonly groups: readonly Group[]
}

/** Takes the headlines that changed and returns all groups of two or more. A group that did not change is the same array as before. */
export type HeadlineLinker = (changed: ReadonlySet<Headline>) => Pieces<Group[]>

export function createHeadlineLinker(totalSimilarity: TotalSimilarity, countWork: CountWork): HeadlineLinker {
  const chains = new Map<Headline, Chain>()
  const tied = new Set<Chain>()
  const untie = (chain: Chain) => {
    for (const member of chain.headlines) chains.delete(member)
    tied.delete(chain)
    return chain.headlines
  }
  function* tie(headlines: readonly Headline[]): Pieces<void> {
    const groups = yield* linkHeadlines(yield* linksOf(headlines, countWork), totalSimilarity, countWork)
    const chain = { headlines, groups }
    for (const member of headlines) {
      // A chain that grew, or several that are one now.
      const before = chains.get(member)
      if (before) tied.delete(before)
      chains.set(member, chain)
    }
    tied.add(chain)
  }
  const isWhole = (headline: Headline) => {
    const chain = chains.get(headline)
    if (!chain) return false
    for (const pair of headline.similar?.values() ?? [])
      if (isLink(pair) && (chains.get(pair.first) !== chain || chains.get(pair.second) !== chain)) return false
    return true
  }
  return function* link(changed) {
    // The similarity of two headlines changes only if both are among the changed ones.
    const touched = [...Map.groupBy(changed, (headline) => chains.get(headline))]
    const untied = touched.flatMap(([chain, members]) => (chain && members.length > 1 ? untie(chain) : []))
    for (const headline of new Set([...changed, ...untied])) {
      if (!hasLink(headline)) continue
      yield* countWork(1)
      if (!isWhole(headline)) yield* tie(yield* chainOf(headline, countWork))
    }
    return [...tied].flatMap(({ groups }) => groups)
  }
}

function isLink({ total }: Similarity): boolean {
  return total >= 0
}

function hasLink({ similar }: Headline): boolean {
  return similar?.values().some(isLink) ?? false
}

/** In the order of `compareOrder`. */
function* chainOf(headline: Headline, countWork: CountWork): Pieces<Headline[]> {
  const chain = new Set([headline])
  for (const member of chain) {
    for (const [other, similarity] of member.similar ?? []) if (isLink(similarity)) chain.add(other)
    yield* countWork(member.similar?.size ?? 0)
  }
  return [...chain].sort(compareOrder)
}

/** The order of the headlines decides between equally similar ones. */
function* linkHeadlines(
  links: Iterable<Similarity>,
  totalSimilarity: TotalSimilarity,
  countWork: CountWork,
): Pieces<Group[]> {
  const averageSimilarity = (one: Group, other: Group) => {
    let sum = 0
    for (const headline of one) for (const next of other) sum += totalSimilarity(headline, next)
    return sum / (one.length * other.length)
  }
  const groups = new Map<Headline, Group>()
  const groupOf = (headline: Headline) => groups.get(headline) ?? [headline]
  // Several links may lead from one group to another.
  const apart = new Map<Group, Set<Group>>()
  for (const { first, second } of links) {
    yield* countWork(1)
    const [one, other] = [groupOf(first), groupOf(second)]
    if (one === other || apart.get(one)?.has(other) || one.length + other.length > maxGroup) continue
    const compared = [one.slice(0, maxCompared), other.slice(0, maxCompared)] as const
    yield* countWork(wordsOf(compared[0]) * compared[1].length)
    if (averageSimilarity(...compared) < leastAverage) {
      apart.set(one, (apart.get(one) ?? new Set()).add(other))
      continue
    }
    const joined = [...one, ...other]
    for (const headline of joined) groups.set(headline, joined)
  }
  return [...new Set(groups.values())]
}

function wordsOf(group: Group): number {
  return group.reduce((sum, { words }) => sum + words.length, 0)
}

/** The strongest first. Sorted by numbers alone, because a chain of one template has hundreds of thousands of links. */
function* linksOf(headlines: readonly Headline[], countWork: CountWork): Pieces<Iterable<Similarity>> {
  const byTotal = new Map<number, Similarity[]>()
  for (const headline of headlines) {
    yield* countWork(headline.similar?.size ?? 0)
    const links = [...(headline.similar?.values() ?? [])].filter((pair) => pair.first === headline && isLink(pair))
    for (const link of links.sort((a, b) => compareOrder(a.second, b.second))) {
      const equal = byTotal.get(link.total)
      if (equal) equal.push(link)
      else byTotal.set(link.total, [link])
    }
  }
  const totals = Float64Array.from(byTotal.keys()).sort().reverse()
  return totals.values().flatMap((total) => byTotal.get(total) ?? [])
}
