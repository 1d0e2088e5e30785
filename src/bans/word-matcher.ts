// Tests whether a text contains one of many words, in one pass.
import { normalizedWords, normalizeForMatch } from './normalize-text.ts'

/** Size of the hash table of the words' first two characters; a collision costs one more comparison. */
const tableSize = 2 ** 16

/** Creates the test for words of two characters or more, normalised by `normalizedWords`. */
export function createWordMatcher(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => false
  const byBeginning = Map.groupBy(words, (word) => word.slice(0, 2))
  const begins = new Uint8Array(tableSize)
  for (const beginning of byBeginning.keys()) begins[hashPair(beginning.charCodeAt(0), beginning.charCodeAt(1))] = 1
  const beginsAt = (text: string, at: number) =>
    byBeginning.get(text.slice(at, at + 2))?.some((word) => text.startsWith(word, at)) === true
  // Most words are Chinese without spaces; then the spaces of texts need no normalisation.
  const read = words.some((word) => word.includes(' ')) ? normalizedWords : normalizeForMatch

  return (text) => {
    const folded = read(text)
    let before = folded.charCodeAt(0)
    for (let at = 1; at < folded.length; at += 1) {
      const next = folded.charCodeAt(at)
      if (begins[hashPair(before, next)] === 1 && beginsAt(folded, at - 1)) return true
      before = next
    }
    return false
  }
}

function hashPair(first: number, second: number): number {
  return (Math.imul(first, 31) ^ second) & (tableSize - 1)
}
