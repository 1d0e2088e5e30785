// Joins similar headlines into groups that tell one story. A group takes another only if they are similar on average,
// so that a chain of similar headlines does not join different stories.
import type { Pieces, WorkCounter } from '../../async/pieces.ts'
import { sumOfTotals } from './similarity.ts'
import { type Chain, compareOrder, type Headline, type Similarity } from './story.ts'

/** Two groups of which the average similarity is less stay apart. */
const leastAverage = -1.75
/** Maximum number of headlines of a group that count in the average. */
const maxCompared = 20
/** Typical number of words of a headline. */
const wordsOfHeadline = 12
/** More headlines are of one template. */
const maxGroup = 300

type Headlines = readonly Headline[]

/** Takes the headlines that changed and returns all groups of two or more. A group that did not change is the same array as before. */
export type HeadlineLinker = (changed: ReadonlySet<Headline>) => Pieces<Headlines[]>

export function createHeadlineLinker(work: WorkCounter): HeadlineLinker {
  const chains = new Set<Chain>()
  const untie = (chain: Chain) => {
    chains.delete(chain)
    for (const member of chain.headlines) member.chain = undefined
    return chain.headlines
  }
  function* tie(headlines: readonly Headline[]): Pieces<void> {
    for (const { chain } of headlines) if (chain) untie(chain)
    const groups = yield* linkHeadlines(headlines, work)
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
  return !chain && similar.values().some(isLink)
}

function isLink({ total }: Similarity): boolean {
  return total >= 0
}

/** In the order of `compareOrder`. */
function* chainOf(headline: Headline, work: WorkCounter): Pieces<Headline[]> {
  const chain = new Set([headline])
  for (const member of chain) {
    for (const [other, similarity] of member.similar) if (isLink(similarity)) chain.add(other)
    if (work.add(member.similar.size)) yield work.take()
  }
  // In the order of the chain of before, they are nearly sorted.
  const sorted = [...chain].sort((a, b) => a.order - b.order).sort(compareOrder)
  for (const [index, member] of sorted.entries()) member.order = index
  return sorted
}

/** The order of the links decides between equally similar headlines. */
function* linkHeadlines(headlines: Headlines, work: WorkCounter): Pieces<Headlines[]> {
  /** By the order of their headlines. */
  const groups: Headlines[] = headlines.map((headline) => [headline])
  const apart = new Map<Headlines, Set<Headlines>>()
  for (const { first, second } of linksOf(headlines)) {
    const [one = [], other = []] = [groups[first.order], groups[second.order]]
    const isKnown = one === other || apart.get(one)?.has(other)
    if (work.add(isKnown ? 1 : workOf(one, other))) yield work.take()
    const joined = isKnown ? [] : join(one, other)
    for (const { order } of joined) groups[order] = joined
    if (joined.length === 0) apart.set(one, (apart.get(one) ?? new Set()).add(other))
  }
  return [...new Set(groups)].filter(({ length }) => length > 1)
}

function workOf(one: Headlines, other: Headlines): number {
  return Math.min(one.length, maxCompared) * Math.min(other.length, maxCompared) * wordsOfHeadline
}

/** Both groups as one if they are similar on average, else none. */
function join(one: Headlines, other: Headlines): Headlines {
  if (one.length + other.length > maxGroup) return []
  const pairs = Math.min(one.length, maxCompared) * Math.min(other.length, maxCompared)
  // A pair that is linked is similar.
  const isSimilar =
    pairs === 1 || sumOfTotals(one.slice(0, maxCompared), other.slice(0, maxCompared)) / pairs >= leastAverage
  return isSimilar ? [...one, ...other] : []
}

/** The strongest first, then in the order of the headlines. */
function linksOf(headlines: readonly Headline[]): Similarity[] {
  const links: Similarity[] = []
  for (const headline of headlines)
    for (const pair of headline.similar.values()) if (pair.first === headline && isLink(pair)) links.push(pair)
  return links.sort((a, b) => b.total - a.total || a.first.order - b.first.order || a.second.order - b.second.order)
}
