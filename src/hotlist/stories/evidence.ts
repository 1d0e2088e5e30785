// What the words of two headlines say for and against the same story.
import { compareOrder, type Headline } from './headline.ts'
import { isNumberKey } from './headline-words.ts'
import { markWords, type Vocabulary } from './vocabulary.ts'

export interface Evidence {
  /** The weights of the shared runs of words. */
  readonly shared: number
  /** The share of the words of the headline that is covered better, by weight. */
  readonly coverage: number
  /** Shared runs that tell something, three at most. */
  readonly runs: number
  /** Both have numbers, and none in common. */
  readonly numbersDiffer: boolean
}

/** A run counts with its heaviest word and this share of the others, which overlap with it. */
const overlapShare = 0.4
/** The heaviest word of a run that tells something weighs more. */
const telling = 4
const maxRuns = 3

/** Fast when one headline is compared with many. The same for both orders. */
export function evidenceFor(one: Headline, other: Headline, vocabulary: Vocabulary): Evidence {
  // A word that the second has twice counts twice.
  const isSwapped = (one.hasRepeats || other.hasRepeats) && compareOrder(one, other) < 0
  return isSwapped ? evidenceInOrder(other, one, vocabulary) : evidenceInOrder(one, other, vocabulary)
}

function evidenceInOrder(one: Headline, other: Headline, vocabulary: Vocabulary): Evidence {
  if (vocabulary.marked !== one) markWords(one, vocabulary)
  const { places, keys } = vocabulary
  const { words, weights } = other
  let [shared, covered, runs] = [0, 0, 0]
  let sharesNumber = false
  let [heaviest, previousAt, previousPlace] = [0, -1, 0]
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0
    const place = places[word] ?? 0
    if (place === 0) continue
    if (at !== previousAt + 1 || place !== previousPlace + 1) heaviest = 0
    const weight = Math.min(one.weights[place - 1] ?? 0, weights[at] ?? 0)
    covered += weight
    shared += Math.max(weight - heaviest, 0) + overlapShare * Math.min(heaviest, weight)
    if (heaviest <= telling && weight > telling) runs += 1
    sharesNumber ||= isNumberKey(keys[word])
    ;[heaviest, previousAt, previousPlace] = [Math.max(heaviest, weight), at, place]
  }
  return {
    shared,
    coverage: Math.min(1, covered / Math.min(one.weight, other.weight)),
    runs: Math.min(runs, maxRuns),
    numbersDiffer: one.hasNumber && other.hasNumber && !sharesNumber,
  }
}

/** An upper bound, by the words that are a reason to compare and those of them that were skipped. */
export function evidenceBound(
  one: Headline,
  other: Headline,
  skipped: { readonly weight: number; readonly words: number },
): Evidence {
  const shared = other.reasonWeight + skipped.weight + Math.min(one.lightWeight, other.lightWeight)
  return {
    shared,
    coverage: Math.min(1, shared / Math.min(one.weight, other.weight)),
    runs: Math.min(other.reasons + skipped.words, maxRuns),
    numbersDiffer: false,
  }
}
