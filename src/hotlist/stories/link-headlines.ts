// Joins similar headlines into groups that tell one story. A group takes another only if they are similar on average,
// so that a chain of similar headlines does not join different stories.
import type { Pieces, WorkCounter } from '../../async/pieces.ts'
import { type Chain, compareOrder, type Headline, otherOf, type Similarity } from './headline.ts'

/** Two groups of which the average similarity is less stay apart. */
const leastAverage = -1.75
/** Of larger groups, so many headlines count in the average. */
const maxCompared = 20
/** About so many. */
const wordsOfHeadline = 12
/** More headlines are of one template. */
const maxGroup = 300

type Group = readonly Headline[]

/** The sum of the total similarities of all pairs. */
type SumOfTotals = (one: Group, other: Group) => number

/** Takes the headlines that changed and returns all groups of two or more. A group that did not change is the same array as before. */
export type HeadlineLinker = (changed: ReadonlySet<Headline>) => Pieces<Group[]>

export function createHeadlineLinker(sumOfTotals: SumOfTotals, work: WorkCounter): HeadlineLinker {
  const chains = new Set<Chain>()
  const untie = (chain: Chain) => {
    chains.delete(chain)
    for (const member of chain.headlines) member.chain = undefined
    return chain.headlines
  }
  function* tie(headlines: readonly Headline[]): Pieces<void> {
    for (const { chain } of headlines) if (chain) untie(chain)
    const groups = yield* linkHeadlines(headlines, sumOfTotals, work)
    const chain = { headlines, groups }
    for (const member of headlines) member.chain = chain
    chains.add(chain)
  }
  return function* link(changed) {
    const loose = new Set(changed)
    for (const { chain } of changed) if (chain) for (const member of untie(chain)) loose.add(member)
    for (const headline of loose) if (isUntied(headline)) yield* tie(yield* chainOf(headline, work))
    return [...chains].flatMap(({ groups }) => groups)
  }
}

function isUntied({ chain, similar }: Headline): boolean {
  return !chain && similar.some(isLink)
}

function isLink({ total }: Similarity): boolean {
  return total >= 0
}

/** In the order of `compareOrder`. */
function* chainOf(headline: Headline, work: WorkCounter): Pieces<Headline[]> {
  const chain = new Set([headline])
  for (const member of chain) {
    addLinked(member, chain)
    if (work.add(member.similar.length)) yield work.take()
  }
  const sorted = [...chain].sort(compareOrder)
  for (const [index, member] of sorted.entries()) member.order = index
  return sorted
}

function addLinked(headline: Headline, chain: Set<Headline>): void {
  for (const similarity of headline.similar) if (isLink(similarity)) chain.add(otherOf(similarity, headline))
}

/** The order of the links decides between equally similar headlines. */
function* linkHeadlines(headlines: readonly Headline[], sumOfTotals: SumOfTotals, work: WorkCounter): Pieces<Group[]> {
  const groups = headlines.map((headline): Group => [headline])
  const follow = createGrouping(groups, sumOfTotals)
  for (const link of linksOf(headlines)) if (work.add(follow(link))) yield work.take()
  return [...new Set(groups)].filter(({ length }) => length > 1)
}

/** `groups`: by the order of their headlines. The function joins the groups of a link if they are similar, and returns about how many words it looked at. */
function createGrouping(groups: Group[], sumOfTotals: SumOfTotals): (link: Similarity) => number {
  // Several links may lead from one group to another.
  const apart = new Map<Group, Set<Group>>()
  return ({ first, second }) => {
    const [one = [], other = []] = [groups[first.order], groups[second.order]]
    if (one === other || one.length + other.length > maxGroup || apart.get(one)?.has(other)) return 1
    if (areSimilar(one, other, sumOfTotals)) {
      const joined = [...one, ...other]
      for (const { order } of joined) groups[order] = joined
    } else apart.set(one, (apart.get(one) ?? new Set()).add(other))
    return Math.min(one.length, maxCompared) * Math.min(other.length, maxCompared) * wordsOfHeadline
  }
}

/** On average. */
function areSimilar(one: Group, other: Group, sumOfTotals: SumOfTotals): boolean {
  const pairs = Math.min(one.length, maxCompared) * Math.min(other.length, maxCompared)
  // A pair that is linked is similar.
  return pairs === 1 || sumOfTotals(one.slice(0, maxCompared), other.slice(0, maxCompared)) / pairs >= leastAverage
}

/** The strongest first, then in the order of the headlines. */
function linksOf(headlines: readonly Headline[]): Similarity[] {
  const links: Similarity[] = []
  for (const headline of headlines)
    for (const pair of headline.similar) if (pair.first === headline && isLink(pair)) links.push(pair)
  return links.sort((a, b) => b.total - a.total || a.first.order - b.first.order || a.second.order - b.second.order)
}
