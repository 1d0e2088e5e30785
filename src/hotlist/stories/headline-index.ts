// Keeps the headlines of lists and which are similar. A changed list costs only the comparisons of its own headlines.
import { type Evidence, evidenceFor, markWords } from './evidence.ts'
import { type Headline, headlinesOf, type Similarity, type Vocabulary } from './headline.ts'
import type { RankedList } from './story.ts'

/** Fitted to pairs of headlines that were marked by hand, by logistic regression (bench/RESULTS.md). */
const ownWeights = { shared: 0.3, coverage: 8.15, runs: 1.07, numbersDiffer: -1.96, none: -7.43 }
const totalWeights = { own: 0.79, support: 0.85, none: 1.38 }
const mostOwn = 6
const supportBounds = [-3, 3] as const
/** Weaker pairs are kept as faint ones, or not at all. */
const leastSimilar = -3
const leastFaint = -4.3

/** The total of pairs that are not kept. */
const unrelated = -5.75

/** A word in common that weighs less, or is in more headlines, is no reason to compare two headlines. */
const leastReason = 4
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
  const remove = (source: string, changed: Set<Headline>) => {
    for (const headline of lists.get(source) ?? []) forget(headline, vocabulary, changed)
    lists.delete(source)
  }
  return {
    update: (given) => {
      const changed = new Set<Headline>()
      const bySource = new Map(given.map((list) => [list.source, list]))
      for (const source of [...lists.keys()]) if (!bySource.has(source)) remove(source, changed)
      for (const list of bySource.values()) {
        const known = lists.get(list.source)
        if (known && hasSameTitles(known, list)) {
          lists.set(list.source, withItems(known, list))
          continue
        }
        remove(list.source, changed)
        const headlines = headlinesOf(list, vocabulary)
        for (const headline of headlines) compare(headline, changed)
        lists.set(list.source, headlines)
      }
      addSupport(changed)
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
function compare(headline: Headline, changed: Set<Headline>): void {
  markWords(headline)
  for (const other of candidatesFor(headline)) {
    const own = ownSimilarity(evidenceFor(headline, other))
    if (own < leastFaint) continue
    if (own < leastSimilar) {
      faintOf(headline).set(other, own)
      faintOf(other).set(headline, own)
      continue
    }
    const similarity: Similarity = { first: headline, second: other, own, total: 0 }
    headline.similar.set(other, similarity)
    other.similar.set(headline, similarity)
    changed.add(other)
  }
  changed.add(headline)
  for (const word of headline.words)
    if (word.weight >= leastReason && word.headlines.at(-1) !== headline) word.headlines.push(headline)
}

function candidatesFor(headline: Headline): Headline[] {
  const candidates: Headline[] = []
  headline.comparedWith = headline
  for (const { headlines } of headline.words) {
    if (headlines.length > maxHeadlines) continue
    for (const other of headlines) {
      if (other.comparedWith === headline) continue
      other.comparedWith = headline
      candidates.push(other)
    }
  }
  return candidates
}

function faintOf(headline: Headline): Map<Headline, number> {
  headline.faint ??= new Map()
  return headline.faint
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

function forget(headline: Headline, vocabulary: Vocabulary, changed: Set<Headline>): void {
  changed.delete(headline)
  for (const other of headline.similar.keys()) {
    other.similar.delete(headline)
    changed.add(other)
  }
  for (const other of headline.faint?.keys() ?? []) other.faint?.delete(headline)
  for (const word of headline.words) {
    word.uses -= 1
    const at = word.headlines.indexOf(headline)
    if (at !== -1) word.headlines.splice(at, 1)
    if (word.uses === 0) vocabulary.delete(word.key)
  }
}

/** A pair is the more likely one story if a third headline is similar to both. */
function addSupport(changed: ReadonlySet<Headline>): void {
  for (const headline of changed)
    for (const [other, similarity] of headline.similar) {
      if (similarity.second === headline && changed.has(other)) continue
      similarity.total = totalOf(headline, other, similarity.own)
    }
}

function totalOf(one: Headline, other: Headline, own: number): number {
  return totalWeights.none + totalWeights.own * own + totalWeights.support * supportOf(one, other)
}

/** Above zero they tell the same story. */
export function totalSimilarity(one: Headline, other: Headline): number {
  const similarity = one.similar.get(other)
  if (similarity) return similarity.total
  const own = one.faint?.get(other)
  return own === undefined ? unrelated : totalOf(one, other, own)
}

function supportOf(first: Headline, second: Headline): number {
  if (first.similar.size > second.similar.size) return supportOf(second, first)
  let best: number = supportBounds[0]
  for (const [third, { own }] of first.similar) {
    if (own <= best) continue
    const other = second.similar.get(third)?.own
    if (other !== undefined) best = Math.max(best, Math.min(own, other))
  }
  return Math.min(best, supportBounds[1])
}
