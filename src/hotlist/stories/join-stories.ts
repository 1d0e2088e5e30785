// Joins the items of hot lists into stories: the same event on lists of several platforms, by the words of the titles.
import { createWorkCounter, type Pieces, type WorkCounter } from '../../async/pieces.ts'
import { type EarlierStory, keepIds, readEarlier } from './earlier-stories.ts'
import { compareCandidates, createReader, findCandidates, type Headline, weighToday } from './similarity.ts'
import { compareText, type RankedList, type Story } from './story.ts'
import { byScore, storyOf } from './story-of.ts'

/** Pairs of headlines looked at in a piece. */
const pieceWork = 4_000
/** Reading a headline is as much work as looking at so many pairs. */
const readingWork = 20
/** Fitted as the similarity of a pair: the best third headline supports it, or the lack of one weakens it. */
const withThird = { none: 0.89, own: 0.8, third: 0.57 }
const supportBounds = [-3, 3] as const
/** No third headline supports a less similar pair enough. */
const leastOwn = -(withThird.none + withThird.third * supportBounds[1]) / withThird.own
/** The similarity of headlines that share too little. */
const unrelated = -7
/** Two groups of which the average similarity is less stay apart, so that a chain of pairs joins no two stories. */
const leastAverage = -1.5
/** Maximum number of headlines of a group that count in the average. */
const maxCompared = 20
/** More headlines are of one template. */
const maxGroup = 300

type Group = readonly Headline[]
type Link = Readonly<Record<'first' | 'second', Headline> & { similarity: number }>

/**
 * In pieces. The stories of the lists, the highest score first. `earlier`: stories of before, from which the ids and the times of the first
 * sight are taken. `now`, in epoch milliseconds, decides how fast a story spreads. The reader of the join before knows its titles.
 */
export function* joinStories(
  lists: readonly RankedList[],
  now: number,
  earlierStories: readonly EarlierStory[] = [],
  { words, read, weigh } = createReader(),
): Pieces<Story[]> {
  const work = createWorkCounter(pieceWork)
  const earlier = readEarlier(earlierStories)
  const headlines: Headline[] = []
  yield* inPieces(lists, work, (list) => {
    headlines.push(...list.items.map((item, index) => read(list, item, index + 1)))
    return readingWork * list.items.length
  })
  // The order decides between equally similar headlines.
  headlines.sort(compareOrder)
  weigh(headlines)
  yield* inPieces(headlines, work, findCandidates)
  yield* inPieces(words.values(), work, weighToday)
  yield* inPieces(headlines, work, compareCandidates)
  const stories = (yield* groupsOf(headlines, work)).map((group) => storyOf(group, now, earlier))
  // The words of the reader, which may be kept for the next join, keep no headlines.
  weigh([])
  return keepIds(stories.filter(({ platforms }) => platforms > 1).sort(byScore), earlier)
}

function* inPieces<Item>(items: Iterable<Item>, work: WorkCounter, run: (item: Item) => number): Pieces<void> {
  for (const item of items) if (work.add(run(item))) yield work.take()
}

function compareOrder({ list, item, rank }: Headline, other: Headline): number {
  return compareText(list.source, other.list.source) || compareText(item.title, other.item.title) || rank - other.rank
}

/** Groups of two or more; the strongest links are tied first. */
function* groupsOf(headlines: readonly Headline[], work: WorkCounter): Pieces<Group[]> {
  const groups = new Map<Headline, Group>(headlines.map((headline) => [headline, [headline]]))
  for (const { first, second } of linksOf(headlines)) {
    const [one = [], other = []] = [groups.get(first), groups.get(second)]
    if (one === other || one.length + other.length > maxGroup) continue
    if (work.add(Math.min(one.length, maxCompared) * Math.min(other.length, maxCompared))) yield work.take()
    // A link of two headlines is above the average.
    if (one.length + other.length > 2 && averageOf(one, other) < leastAverage) continue
    const joined = [...one, ...other]
    for (const headline of joined) groups.set(headline, joined)
  }
  return [...new Set(groups.values())].filter(({ length }) => length > 1)
}

/** In the order of the headlines where they are equally strong. */
function linksOf(headlines: readonly Headline[]): Link[] {
  const links: Link[] = []
  const passed = new Set<Headline>()
  for (const first of headlines) {
    passed.add(first)
    for (const [second, own] of first.similar) {
      const similarity = own < leastOwn || passed.has(second) ? -1 : supported(first, second)
      if (similarity >= 0) links.push({ first, second, similarity })
    }
  }
  return links.sort((a, b) => b.similarity - a.similarity)
}

/** The similarity of a pair with the support of the third headline that resembles both most; above zero they tell the same story. */
function supported(first: Headline, second: Headline): number {
  const own = first.similar.get(second)
  if (own === undefined) return unrelated
  let third: number = supportBounds[0]
  const [few, many] = first.similar.size < second.similar.size ? [first, second] : [second, first]
  for (const [headline, similarity] of few.similar)
    if (similarity > third) third = Math.max(third, Math.min(similarity, many.similar.get(headline) ?? third))
  return withThird.none + withThird.own * own + withThird.third * Math.min(third, supportBounds[1])
}

function averageOf(one: Group, other: Group): number {
  const [some, others] = [one.slice(0, maxCompared), other.slice(0, maxCompared)]
  const sum = some.reduce((total, first) => others.reduce((part, second) => part + supported(first, second), total), 0)
  return sum / (some.length * others.length)
}
