// Keeps the headlines of lists and which are similar. A changed list costs only the comparisons of its own headlines.
import { type Evidence, evidenceFor, markWords } from './evidence.ts'
import { type Headline, headlinesOf, type SharedWord, type Similarity, type Vocabulary } from './headline.ts'
import type { RankedList } from './story.ts'

/** Fitted to pairs of headlines that were marked by hand, by logistic regression (bench/RESULTS.md). */
const ownWeights = { shared: 0.3, coverage: 8.15, runs: 1.07, numbersDiffer: -1.96, none: -7.43 }
const totalWeights = { own: 0.79, support: 0.85, none: 1.38 }
const mostOwn = 6
const supportBounds = [-3, 3] as const
/** Weaker pairs are not kept: no support makes them one story. */
const leastKept = -4.3

/** The total of pairs that are not kept. */
export const unrelated = -5.75

/** A word in common that weighs less, or is in more headlines, is no reason to compare two headlines. */
const leastReason = 1.7
const maxHeadlines = 200

export interface HeadlineIndex {
  /** Takes the lists as they are now; lists with the same items as before are not compared again. */
  update: (lists: readonly RankedList[]) => void
  /** In the order of the sources, then of the ranks. */
  headlines: () => Headline[]
}

export function createHeadlineIndex(): HeadlineIndex {
  const vocabulary: Vocabulary = new Map()
  const lists = new Map<string, Headline[]>()
  const remove = (source: string) => {
    for (const headline of lists.get(source) ?? []) forget(headline, vocabulary)
    lists.delete(source)
  }
  return {
    update: (given) => {
      const bySource = new Map(given.map((list) => [list.source, list]))
      for (const source of [...lists.keys()]) if (!bySource.has(source)) remove(source)
      for (const list of bySource.values()) {
        const known = lists.get(list.source)
        if (known && hasSameTitles(known, list)) {
          lists.set(list.source, withItems(known, list))
          continue
        }
        remove(list.source)
        const headlines = headlinesOf(list, vocabulary)
        for (const headline of headlines) compare(headline)
        lists.set(list.source, headlines)
      }
      addSupport([...lists.values()].flat())
    },
    headlines: () => [...lists].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, headlines]) => headlines),
  }
}

function hasSameTitles(known: readonly Headline[], { items }: RankedList): boolean {
  return known.length === items.length && known.every(({ item }, index) => item.title === items[index]?.title)
}

/** The items may have other heat values and addresses. */
function withItems(known: Headline[], list: RankedList): Headline[] {
  for (const [index, headline] of known.entries()) {
    headline.list = list
    headline.item = list.items[index] ?? headline.item
  }
  return known
}

/** Finds the headlines that are similar among those compared before, and lets it be found by others. */
function compare(headline: Headline): void {
  markWords(headline)
  const candidates = new Set<Headline>()
  for (const word of headline.words)
    if (word.weight >= leastReason && word.headlines.length <= maxHeadlines)
      for (const other of word.headlines) candidates.add(other)
  candidates.delete(headline)
  for (const other of candidates) {
    const own = ownSimilarity(evidenceFor(headline, other))
    if (own < leastKept) continue
    const similarity: Similarity = { first: headline, second: other, own, total: 0 }
    headline.similar.set(other, similarity)
    other.similar.set(headline, similarity)
  }
  for (const word of headline.words) if (word.headlines.at(-1) !== headline) word.headlines.push(headline)
}

function ownSimilarity({ shared, coverage, runs, numbersDiffer }: Evidence): number {
  const sum =
    ownWeights.none +
    ownWeights.shared * shared +
    ownWeights.coverage * coverage +
    ownWeights.runs * runs +
    (numbersDiffer ? ownWeights.numbersDiffer : 0)
  return Math.min(mostOwn, sum)
}

function forget(headline: Headline, vocabulary: Vocabulary): void {
  for (const other of headline.similar.keys()) other.similar.delete(headline)
  for (const word of new Set(headline.words)) {
    drop(word, headline)
    if (word.headlines.length === 0) vocabulary.delete(word.key)
  }
}

function drop(word: SharedWord, headline: Headline): void {
  const at = word.headlines.indexOf(headline)
  if (at !== -1) word.headlines.splice(at, 1)
}

/** A pair is the more likely one story if a third headline is similar to both. */
function addSupport(headlines: readonly Headline[]): void {
  for (const headline of headlines)
    for (const similarity of headline.similar.values())
      if (similarity.first === headline) similarity.total =
          totalWeights.none + totalWeights.own * similarity.own + totalWeights.support * supportOf(similarity)
}

function supportOf({ first, second }: Similarity): number {
  const [few, many] = first.similar.size < second.similar.size ? [first, second] : [second, first]
  let best: number = supportBounds[0]
  for (const [third, { own }] of few.similar) {
    if (own <= best) continue
    const other = many.similar.get(third)?.own
    if (other !== undefined) best = Math.max(best, Math.min(own, other))
  }
  return Math.min(best, supportBounds[1])
}
