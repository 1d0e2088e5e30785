// Compares headlines, and keeps with each which others are similar.
import { type Evidence, evidenceBound, evidenceFor } from './evidence.ts'
import { compareOrder, type Headline, type Similarity } from './headline.ts'
import { reasonWeightMin } from './reasons.ts'
import type { Vocabulary } from './vocabulary.ts'

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

/** Two headlines that both resemble more others are of one template, as of weather alarms, and get no support: it would take minutes to find. */
const maxSimilar = 100

/** Finds the headlines that are similar among those compared before, and lets it be found by others. Returns how many words it looked at. */
export function compare(headline: Headline, vocabulary: Vocabulary, changed: Set<Headline>): number {
  const candidates = candidatesFor(headline, vocabulary)
  for (const other of candidates) {
    const own = similarityBy(evidenceFor(headline, other, vocabulary))
    if (own < leastSimilar) continue
    const [first, second] = compareOrder(headline, other) < 0 ? [headline, other] : [other, headline]
    const similarity: Similarity = { first, second, own, total: 0 }
    headline.similar ??= new Map()
    headline.similar.set(other, similarity)
    other.similar ??= new Map()
    other.similar.set(headline, similarity)
    changed.add(other)
  }
  changed.add(headline)
  for (const word of headline.words) {
    if (!vocabulary.isReason[word]) continue
    const headlines = vocabulary.headlines[word]
    if (headlines === undefined) vocabulary.headlines[word] = headline
    else if (Array.isArray(headlines)) headlines.push(headline)
    else vocabulary.headlines[word] = [headlines, headline]
  }
  return (1 + candidates.length) * headline.words.length
}

function headlinesWith(word: number, { headlines }: Vocabulary): readonly Headline[] {
  const found = headlines[word]
  if (found === undefined) return none
  return Array.isArray(found) ? found : [found]
}

const none: readonly Headline[] = []

/** Those that may be similar enough. */
function candidatesFor(headline: Headline, vocabulary: Vocabulary): Headline[] {
  const found: Headline[] = []
  const skipped = { weight: 0, words: 0 }
  headline.comparedWith = headline
  const find = (other: Headline, weight: number) => {
    if (other.comparedWith !== headline) {
      other.comparedWith = headline
      other.reasonWeight = 0
      other.reasons = 0
      found.push(other)
    }
    other.reasonWeight += weight
    other.reasons += 1
  }
  for (let index = 0; index < headline.words.length; index += 1) {
    const word = headline.words[index] ?? 0
    const weight = headline.weights[index] ?? 0
    if (vocabulary.isReason[word]) for (const other of headlinesWith(word, vocabulary)) find(other, weight)
    else if ((vocabulary.weights[word] ?? 0) >= reasonWeightMin) {
      skipped.weight += weight
      skipped.words += 1
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

/** The opposite of `compare`. */
export function separate(headline: Headline, vocabulary: Vocabulary, changed: Set<Headline>): void {
  for (const other of headline.similar?.keys() ?? []) {
    other.similar?.delete(headline)
    changed.add(other)
  }
  headline.similar = undefined
  changed.add(headline)
  for (const word of headline.words) {
    const headlines = vocabulary.headlines[word]
    if (headlines === headline) vocabulary.headlines[word] = undefined
    if (!Array.isArray(headlines)) continue
    const at = headlines.indexOf(headline)
    if (at !== -1) headlines.splice(at, 1)
  }
}

/** A pair is the more likely one story if a third headline is similar to both. Returns how many thirds it looked at. */
export function addSupport(headline: Headline, changed: ReadonlySet<Headline>): number {
  headline.faint = undefined
  if (!headline.similar) return 1
  let work = 1
  for (const [other, similarity] of headline.similar) {
    if (similarity.second === headline && changed.has(other)) continue
    similarity.total = totalOf(headline, other, similarity.own)
    work += Math.min(headline.similar.size, other.similar?.size ?? 0, maxSimilar)
  }
  return work
}

/** Above zero they tell the same story. */
export function totalSimilarity(one: Headline, other: Headline, vocabulary: Vocabulary): number {
  const known = one.similar?.get(other)
  if (known) return known.total
  one.faint ??= new Map()
  const faint = one.faint.get(other) ?? faintSimilarity(one, other, vocabulary)
  one.faint.set(other, faint)
  return faint
}

function faintSimilarity(one: Headline, other: Headline, vocabulary: Vocabulary): number {
  const own = similarityBy(evidenceFor(one, other, vocabulary))
  return own < leastFaint ? unrelated : totalOf(one, other, own)
}

function totalOf(one: Headline, other: Headline, own: number): number {
  return totalWeights.none + totalWeights.own * own + totalWeights.support * supportOf(one.similar, other.similar)
}

function supportOf(first: Headline['similar'], second: Headline['similar']): number {
  if (!first || !second) return supportBounds[0]
  if (first.size > second.size) return supportOf(second, first)
  if (first.size > maxSimilar) return supportBounds[0]
  let best: number = supportBounds[0]
  for (const [third, { own }] of first) {
    if (own <= best) continue
    const other = second.get(third)?.own
    if (other !== undefined) best = Math.max(best, Math.min(own, other))
  }
  return Math.min(best, supportBounds[1])
}
