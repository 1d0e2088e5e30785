// How similar two headlines are by their own words.
import { type Corpus, markWords, wordsOf } from './corpus.ts'
import { compareOrder } from './headline.ts'

/** Fitted to pairs of headlines that were marked by hand, by logistic regression (bench/RESULTS.md). */
const coefficients = { shared: 0.3, coverage: 8.15, runs: 1.07, numbersDiffer: -1.96, none: -7.43 }
const most = 6

/** A run counts with its heaviest word and this share of the others, which overlap with it. */
const overlapShare = 0.4
/** The heaviest word of a run that tells something weighs more. */
const telling = 4
const maxRuns = 3

/** Takes the numbers of the headlines. Fast when one headline is compared with many. The same for both orders. */
export function ownSimilarity(one: number, other: number, corpus: Corpus): number {
  const { hasRepeats, hasNumber } = corpus.byHeadline
  // A word that the second has twice counts twice.
  const isSwapped = (hasRepeats[one] === 1 || hasRepeats[other] === 1) && isBefore(one, other, corpus)
  const similarity = isSwapped ? byWords(other, one, corpus) : byWords(one, other, corpus)
  const numbersDiffer = hasNumber[one] === 1 && hasNumber[other] === 1 && !shareNumber(one, other, corpus)
  return Math.min(most, similarity + (numbersDiffer ? coefficients.numbersDiffer : 0))
}

function isBefore(one: number, other: number, { headlines }: Corpus): boolean {
  const [first, second] = [headlines[one], headlines[other]]
  return first !== undefined && second !== undefined && compareOrder(first, second) < 0
}

/** By the weights of the shared runs of words, how many of them tell something, and how much of the better covered headline they cover. */
function byWords(one: number, other: number, corpus: Corpus): number {
  if (corpus.marked !== one) markWords(one, corpus)
  const { places } = corpus.byWord
  const { words, weights } = corpus.byPosition
  const { starts, ends } = corpus.byHeadline
  const end = ends[other] ?? 0
  let [shared, covered, runs] = [0, 0, 0]
  let [heaviest, previousAt, previousPlace] = [0, 0, 0]
  for (let at = starts[other] ?? 0; at < end; at += 1) {
    const place = places[words[at] ?? 0] ?? 0
    if (place === 0) continue
    if (at !== previousAt + 1 || place !== previousPlace + 1) heaviest = 0
    const weight = Math.min(weights[place] ?? 0, weights[at] ?? 0)
    covered += weight
    shared += Math.max(weight - heaviest, 0) + overlapShare * Math.min(heaviest, weight)
    if (startsToTell(weight, heaviest)) runs += 1
    heaviest = Math.max(heaviest, weight)
    previousAt = at
    previousPlace = place
  }
  return sumOf(shared, coverageOf(covered, one, other, corpus), runs)
}

function startsToTell(weight: number, heaviest: number): boolean {
  return heaviest <= telling && weight > telling
}

function sumOf(shared: number, coverage: number, runs: number): number {
  return (
    coefficients.none +
    coefficients.shared * shared +
    coefficients.coverage * coverage +
    coefficients.runs * Math.min(runs, maxRuns)
  )
}

function coverageOf(weight: number, one: number, other: number, { byHeadline: { totalWeights } }: Corpus): number {
  return Math.min(1, weight / Math.min(totalWeights[one] ?? 0, totalWeights[other] ?? 0))
}

/** Of which one is marked. */
function shareNumber(one: number, other: number, corpus: Corpus): boolean {
  const { isNumber, places } = corpus.byWord
  const unmarked = corpus.marked === one ? other : one
  return wordsOf(unmarked, corpus).some((word) => isNumber[word] === 1 && places[word] !== 0)
}

/** An upper bound. `heavy`: the weight and number of the heavy words that may be in common. */
export function similarityBound(one: number, other: number, heavy: SharedWords, corpus: Corpus): number {
  const { lightWeights } = corpus.byHeadline
  const shared = heavy.weight + Math.min(lightWeights[one] ?? 0, lightWeights[other] ?? 0)
  return sumOf(shared, coverageOf(shared, one, other, corpus), heavy.words)
}

export interface SharedWords {
  readonly weight: number
  readonly words: number
}
