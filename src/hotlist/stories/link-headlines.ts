// Joins similar headlines into groups that tell one story. A group takes another only if they are similar on average,
// so that a chain of similar headlines does not join different stories.
import type { Pieces, WorkCounter } from '../../async/pieces.ts'
import { type Chain, compareOrder, type Group, type Headline, type Similarity } from './headline.ts'
import { sumOfTotals } from './similarity.ts'

/** Two groups of which the average similarity is less stay apart. */
const leastAverage = -1.75
/** Of larger groups, so many headlines count in the average. */
const maxCompared = 20
/** About so many. */
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
  const loosen = (changed: ReadonlySet<Headline>) => {
    const loose = new Set(changed)
    for (const headline of changed) {
      headline.alone = undefined
      if (headline.chain) for (const member of untie(headline.chain)) loose.add(member)
    }
    return loose
  }
  return function* link(changed) {
    const loose = loosen(changed)
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
  const { follow, end } = createGrouping(headlines)
  for (const link of linksOf(headlines)) if (work.add(follow(link))) yield work.take()
  return end()
}

/** `follow` joins the groups of a link if they are similar, and returns about how many words it looked at. */
function createGrouping(headlines: Headlines) {
  /** By the order of their headlines. */
  const groups = headlines.map((headline) => {
    headline.alone ??= { headlines: [headline], joined: new Map() }
    return headline.alone
  })
  const earlier = new Map<Group, Group['joined']>()
  /** Of those that were joined in the last linking, only what is joined again is kept. */
  const joinedWith = (one: Group) => {
    if (!earlier.has(one)) {
      earlier.set(one, one.joined)
      one.joined = new Map()
    }
    return one.joined
  }
  return {
    follow({ first, second }: Similarity): number {
      const [one, other] = [groups[first.order], groups[second.order]]
      if (!one || !other || one === other || one.headlines.length + other.headlines.length > maxGroup) return 1
      const joinedNow = joinedWith(one)
      const known = joinedNow.get(other) ?? earlier.get(one)?.get(other)
      const joined = known ?? join(one.headlines, other.headlines)
      if (joined !== 'apart') for (const { order } of joined.headlines) groups[order] = joined
      joinedNow.set(other, joined)
      return known ? 1 : workOf(one.headlines, other.headlines)
    },
    end: () => [...new Set(groups)].map((group) => group.headlines).filter(({ length }) => length > 1),
  }
}

function join(one: Headlines, other: Headlines): Group | 'apart' {
  return areSimilar(one, other) ? { headlines: [...one, ...other], joined: new Map() } : 'apart'
}

function workOf(one: Headlines, other: Headlines): number {
  return Math.min(one.length, maxCompared) * Math.min(other.length, maxCompared) * wordsOfHeadline
}

/** On average. */
function areSimilar(one: Headlines, other: Headlines): boolean {
  const pairs = Math.min(one.length, maxCompared) * Math.min(other.length, maxCompared)
  // A pair that is linked is similar.
  return pairs === 1 || sumOfTotals(one.slice(0, maxCompared), other.slice(0, maxCompared)) / pairs >= leastAverage
}

/** The strongest first, then in the order of the headlines. */
function linksOf(headlines: readonly Headline[]): Similarity[] {
  const links: Similarity[] = []
  for (const headline of headlines)
    for (const pair of headline.similar.values()) if (pair.first === headline && isLink(pair)) links.push(pair)
  return links.sort((a, b) => b.total - a.total || a.first.order - b.first.order || a.second.order - b.second.order)
}
