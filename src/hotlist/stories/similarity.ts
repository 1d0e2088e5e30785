// How similar two headlines are: by their own words, and with the support of a third headline.
import { compareOrder, type Headline, type Word } from './story.ts'

/** Fitted to pairs of headlines that were marked by hand, by logistic regression (bench/RESULTS.md). */
const byWords = { shared: 0.3, coverage: 8.15, runs: 1.07, numbersDiffer: -1.96, none: -7.43 }
const most = 6
/** A run counts with its heaviest word and this share of the others, which overlap with it. */
const overlapShare = 0.4
/** The heaviest word of a run that tells something weighs more. */
const telling = 4
const maxRuns = 3

/** Fitted in the same way. */
const withThird = { own: 0.79, support: 0.85, none: 1.38 }
const supportBounds = [-3, 3] as const
/** Weaker pairs count in an average as unrelated. */
const leastFaint = -4.3
const unrelated = -5.75
/** Two headlines that both resemble more others are of one template, as of weather alarms, and get no support: it would take minutes to find. */
const maxSimilar = 100

/** By the weights of the shared runs of words, how many of them tell something, and how much of the better covered headline they cover. */
export function ownSimilarity(one: Headline, other: Headline): number {
  // A word that the first has twice counts twice.
  const [first, second] = compareOrder(one, other) < 0 ? [one, other] : [other, one]
  const { shared, covered, runs } = shareRuns(first, second)
  const coverage = Math.min(1, covered / Math.min(first.totalWeight, second.totalWeight))
  const similarity =
    byWords.none + byWords.shared * shared + byWords.coverage * coverage + byWords.runs * Math.min(runs, maxRuns)
  return Math.min(most, similarity + (haveOtherNumbers(first.words, second.words) ? byWords.numbersDiffer : 0))
}

function shareRuns(first: Headline, second: Headline) {
  let [shared, covered, runs] = [0, 0, 0]
  let [heaviest, previousAt, previousPlace] = [0, -2, -2]
  for (const [at, word] of first.words.entries()) {
    const place = second.words.indexOf(word)
    if (place === -1) continue
    if (at !== previousAt + 1 || place !== previousPlace + 1) heaviest = 0
    const weight = Math.min(second.weights[place] ?? 0, first.weights[at] ?? 0)
    covered += weight
    shared += Math.max(weight - heaviest, 0) + overlapShare * Math.min(heaviest, weight)
    if (heaviest <= telling && weight > telling) runs += 1
    heaviest = Math.max(heaviest, weight)
    ;[previousAt, previousPlace] = [at, place]
  }
  return { shared, covered, runs }
}

/** Whether both have numbers, and none in common. */
function haveOtherNumbers(words: readonly Word[], others: readonly Word[]): boolean {
  const numbers = words.filter(({ isNumber }) => isNumber)
  return numbers.length > 0 && others.some(({ isNumber }) => isNumber) && !numbers.some((word) => others.includes(word))
}

/**
 * Computes the totals of the pairs of which one headline changed and this one resembles at least as many others as the other one.
 * Returns how many thirds it looked at.
 */
export function addSupport(headline: Headline, changed: ReadonlySet<Headline>): number {
  let looked = headline.similar.size
  for (const [other, similarity] of headline.similar) {
    if (other.similar.size > headline.similar.size || !(changed.has(headline) || changed.has(other))) continue
    similarity.total = totalOf(headline, other, similarity.own)
    looked += Math.min(other.similar.size, maxSimilar)
  }
  return looked
}

/** The sum over all pairs of one of the first and one of the others; a total above zero says that both tell the same story. */
export function sumOfTotals(headlines: readonly Headline[], others: readonly Headline[]): number {
  let sum = 0
  for (const headline of headlines)
    for (const other of others) sum += headline.similar.get(other)?.total ?? faintTotal(headline, other)
  return sum
}

function faintTotal(headline: Headline, other: Headline): number {
  const own = ownSimilarity(headline, other)
  return own < leastFaint ? unrelated : totalOf(headline, other, own)
}

function totalOf(headline: Headline, other: Headline, own: number): number {
  return withThird.none + withThird.own * own + withThird.support * supportOf(headline.similar, other.similar)
}

function supportOf(similar: Headline['similar'], others: Headline['similar']): number {
  let best: number = supportBounds[0]
  if (Math.min(similar.size, others.size) > maxSimilar) return best
  const [few, many] = similar.size < others.size ? [similar, others] : [others, similar]
  for (const [third, { own }] of few)
    if (own > best) best = Math.max(best, Math.min(own, many.get(third)?.own ?? supportBounds[0]))
  return Math.min(best, supportBounds[1])
}
