// Keeps the headlines of lists and which are similar. A changed list costs only the comparisons of its own headlines.
import { type Evidence, evidenceBound, evidenceFor } from './evidence.ts'
import { compareOrder, type Headline, type Similarity } from './headline.ts'
import { headlinesOf, reasonWeightMin } from './read-headlines.ts'
import type { RankedList } from './story.ts'
import { disuseWords, type Vocabulary } from './vocabulary.ts'

/** Fitted to pairs of headlines that were marked by hand, by logistic regression (bench/RESULTS.md). */
const ownWeights = { shared: 0.3, coverage: 8.15, runs: 1.07, numbersDiffer: -1.96, none: -7.43 }
const totalWeights = { own: 0.79, support: 0.85, none: 1.38 }
const mostOwn = 6
const supportBounds = [-3, 3] as const
/** Weaker pairs are no reason to join, and are not kept. */
const leastSimilar = -3
/** Weaker pairs count in an average as unrelated. */
const leastFaint = -4.3
const unrelated = -5.75

/** A word in more headlines is no reason to compare two of them. */
const maxHeadlines = 200
/** Two headlines that both resemble more others are of one template, as of weather alarms, and get no support: it would take minutes to find. */
const maxSimilar = 100

export interface HeadlineIndex {
  /**
   * Takes the lists as they are now; lists with the same titles as before are not compared again.
   * Returns the headlines that are new, gone, or similar to such.
   */
  update: (lists: readonly RankedList[]) => ReadonlySet<Headline>
  /** Above zero they tell the same story. */
  totalSimilarity: (one: Headline, other: Headline) => number
}

export function createHeadlineIndex(vocabulary: Vocabulary): HeadlineIndex {
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
          takeItems(known, list)
          continue
        }
        remove(list.source, changed)
        const headlines = headlinesOf(list, vocabulary)
        for (const headline of headlines) compare(headline, vocabulary, changed)
        lists.set(list.source, headlines)
      }
      addSupport(changed)
      return changed
    },
    totalSimilarity: (one, other) =>
      one.similar.get(other)?.total ?? totalOfFaint(one, other, similarityBy(evidenceFor(one, other, vocabulary))),
  }
}

function hasSameTitles(known: readonly Headline[], { items }: RankedList): boolean {
  return known.length === items.length && known.every(({ item }, index) => item.title === items[index]?.title)
}

/** The items may have other heat values and addresses. */
function takeItems(known: readonly Headline[], list: RankedList): void {
  for (const [index, headline] of known.entries()) {
    headline.list = list
    headline.item = list.items[index] ?? headline.item
  }
}

/** Finds the headlines that are similar among those compared before, and lets it be found by others. */
function compare(headline: Headline, vocabulary: Vocabulary, changed: Set<Headline>): void {
  for (const other of candidatesFor(headline, vocabulary)) {
    const own = similarityBy(evidenceFor(headline, other, vocabulary))
    if (own < leastSimilar) continue
    const [first, second] = compareOrder(headline, other) < 0 ? [headline, other] : [other, headline]
    const similarity: Similarity = { first, second, own, total: 0 }
    headline.similar.set(other, similarity)
    other.similar.set(headline, similarity)
    changed.add(other)
  }
  changed.add(headline)
  for (const word of headline.words) {
    if ((vocabulary.weights[word] ?? 0) < reasonWeightMin) continue
    const headlines = vocabulary.headlines[word]
    if (headlines) headlines.push(headline)
    else vocabulary.headlines[word] = [headline]
  }
}

/** Those that may be similar enough. */
function candidatesFor(headline: Headline, vocabulary: Vocabulary): Headline[] {
  const found: Headline[] = []
  const skipped = { weight: 0, words: 0 }
  headline.comparedWith = headline
  for (let index = 0; index < headline.words.length; index += 1) {
    const headlines = vocabulary.headlines[headline.words[index] ?? 0]
    if (!headlines) continue
    const weight = headline.weights[index] ?? 0
    if (headlines.length > maxHeadlines) {
      skipped.weight += weight
      skipped.words += 1
      continue
    }
    for (const other of headlines) {
      if (other.comparedWith !== headline) {
        other.comparedWith = headline
        other.reasonWeight = 0
        other.reasons = 0
        found.push(other)
      }
      other.reasonWeight += weight
      other.reasons += 1
    }
  }
  return found.filter((other) => similarityBy(evidenceBound(headline, other, skipped)) >= leastSimilar)
}

function similarityBy({ shared, coverage, runs, numbersDiffer }: Evidence): number {
  const sum =
    ownWeights.none +
    ownWeights.shared * shared +
    ownWeights.coverage * coverage +
    ownWeights.runs * runs +
    (numbersDiffer ? ownWeights.numbersDiffer : 0)
  return Math.min(mostOwn, sum)
}

function forget(headline: Headline, vocabulary: Vocabulary, changed: Set<Headline>): void {
  for (const other of headline.similar.keys()) {
    other.similar.delete(headline)
    changed.add(other)
  }
  headline.similar.clear()
  changed.add(headline)
  for (const word of headline.words) {
    const headlines = vocabulary.headlines[word]
    const at = headlines?.indexOf(headline) ?? -1
    if (at !== -1) headlines?.splice(at, 1)
  }
  disuseWords(headline, vocabulary)
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

function totalOfFaint(one: Headline, other: Headline, own: number): number {
  return own < leastFaint ? unrelated : totalOf(one, other, own)
}

function supportOf(first: Headline, second: Headline): number {
  if (first.similar.size > second.similar.size) return supportOf(second, first)
  if (first.similar.size > maxSimilar) return supportBounds[0]
  let best: number = supportBounds[0]
  for (const [third, { own }] of first.similar) {
    if (own <= best) continue
    const other = second.similar.get(third)?.own
    if (other !== undefined) best = Math.max(best, Math.min(own, other))
  }
  return Math.min(best, supportBounds[1])
}
