// What the words of two headlines say for and against the same story.
import { type Headline, weightIn } from './headline.ts'

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

/** Prepares the words of a headline for `evidenceFor` of others against it. */
export function markWords(headline: Headline): void {
  for (const [position, word] of headline.words.entries()) {
    if (word.of === headline) continue
    word.of = headline
    word.position = position
    word.inList = headline.inList[position] ?? 1
  }
}

/** Compares a headline with the one whose words are marked. */
export function evidenceFor(marked: Headline, other: Headline): Evidence {
  const { words, inList } = other
  let shared = 0
  let covered = 0
  let runs = 0
  let heaviest = 0
  let rest = 0
  let previous = -2
  let sharesNumber = false
  for (let at = 0; at <= words.length; at += 1) {
    const word = words[at]
    const isShared = word?.of === marked
    if (!isShared || word.position !== previous + 1) {
      shared += heaviest + overlapShare * rest
      if (heaviest > telling) runs += 1
      heaviest = 0
      rest = 0
      previous = -2
    }
    if (!isShared) continue
    previous = word.position
    const weight = weightIn(word, Math.max(word.inList, inList[at] ?? 1))
    covered += weight
    rest += Math.min(heaviest, weight)
    heaviest = Math.max(heaviest, weight)
    sharesNumber ||= word.isNumber
  }
  return {
    shared,
    coverage: Math.min(1, covered / Math.min(marked.weight, other.weight)),
    runs: Math.min(runs, maxRuns),
    numbersDiffer: marked.hasNumber && other.hasNumber && !sharesNumber,
  }
}
