// Decides which words are a reason to compare two headlines: heavy words that not too many headlines have.
import { type Corpus, isNoReason, isReason, wordsOf } from './corpus.ts'
import type { Headline } from './headline.ts'

/** A word that weighs less is no reason. */
export const reasonWeightMin = 4
/** A word that is used more often is no reason. */
const maxUses = 200
/** Bounds the pairs of headlines that are compared: the sum of the squares of how often each reason is used. */
const maxSquares = 600_000

/**
 * Decides by the words as they are used now, so that it does not matter in which order lists changed: in a flood of headlines of few
 * words, as of weather alarms, only rarer words are reasons. Returns the known headlines that have a word of which that changed.
 */
export function updateReasons(known: Iterable<readonly Headline[]>, corpus: Corpus): Headline[] {
  const mostUses = mostUsesOfReasons(corpus)
  const changed = new Set<number>()
  for (let word = 0; word < corpus.words; word += 1) if (decide(word, mostUses, corpus)) changed.add(word)
  if (changed.size === 0) return []
  return [...known].flatMap((headlines) =>
    headlines.filter(({ number }) => wordsOf(number, corpus).some((word) => changed.has(word))),
  )
}

/** Returns whether the word was decided differently before. */
function decide(word: number, mostUses: number, { byWord: { wordWeights, uses, reasons } }: Corpus): boolean {
  const used = uses[word] ?? 0
  if (used === 0) return false
  const before = reasons[word]
  const now = used <= mostUses && (wordWeights[word] ?? 0) >= reasonWeightMin ? isReason : isNoReason
  reasons[word] = now
  return before !== 0 && before !== now
}

/** So that the squares of the uses of all reasons are within the bound. */
function mostUsesOfReasons({ words, byWord: { wordWeights, uses } }: Corpus): number {
  const squares = new Float64Array(maxUses + 1)
  for (let word = 0; word < words; word += 1) {
    const used = uses[word] ?? 0
    if (used <= maxUses && (wordWeights[word] ?? 0) >= reasonWeightMin)
      squares[used] = (squares[used] ?? 0) + used * used
  }
  let sum = 0
  const tooMany = squares.findIndex((square) => {
    sum += square
    return sum > maxSquares
  })
  return tooMany === -1 ? maxUses : tooMany - 1
}
