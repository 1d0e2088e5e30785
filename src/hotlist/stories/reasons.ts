// Decides which words are a reason to compare two headlines: heavy words that not too many headlines have.
import type { Headline } from './headline.ts'
import type { Vocabulary } from './vocabulary.ts'

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
export function updateReasons(known: Iterable<readonly Headline[]>, vocabulary: Vocabulary): Headline[] {
  const { weights, uses, isReason } = vocabulary
  const mostUses = mostUsesOfReasons(vocabulary)
  const changed = new Set<number>()
  for (let word = 0; word < weights.length; word += 1) {
    const used = uses[word] ?? 0
    if (used === 0) continue
    const before = isReason[word]
    const now = (weights[word] ?? 0) >= reasonWeightMin && used <= mostUses
    if (before === now) continue
    isReason[word] = now
    if (before !== undefined) changed.add(word)
  }
  if (changed.size === 0) return []
  return [...known].flatMap((headlines) => headlines.filter(({ words }) => words.some((word) => changed.has(word))))
}

function mostUsesOfReasons({ weights, uses }: Vocabulary): number {
  const squares = new Array<number>(maxUses + 1).fill(0)
  for (let word = 0; word < weights.length; word += 1) {
    const used = uses[word] ?? 0
    if (used <= maxUses && (weights[word] ?? 0) >= reasonWeightMin) squares[used] = (squares[used] ?? 0) + used * used
  }
  let sum = 0
  const tooMany = squares.findIndex((square) => {
    sum += square
    return sum > maxSquares
  })
  return tooMany === -1 ? maxUses : tooMany - 1
}
