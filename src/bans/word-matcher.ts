// Tests whether a text contains one of many words, in one pass.
import { foldLetters, foldWords } from '../contract/fold-text.ts'
import { createWordTest } from '../contract/match-words.ts'

/** Size of the hash table of the words' first two characters; a collision costs one more comparison. */
const tableSize = 2 ** 16
const gaps = /[·\s]+/g

/** Creates the test for words of two characters or more, as keys of bans have them. */
export function createWordMatcher(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => false
  const literal = words.filter(isLiteral)
  const tests = words.map((word) => ({ letters: word.replaceAll(gaps, ''), isIn: createWordTest(word) }))
  const byBeginning = Map.groupBy(tests, ({ letters }) => letters.slice(0, 2))
  const begins = new Uint8Array(tableSize)
  for (const beginning of byBeginning.keys()) begins[hashPair(beginning.charCodeAt(0), beginning.charCodeAt(1))] = 1

  return (text) => {
    if (literal.length > 0 && containsAny(foldLetters(text), literal)) return true
    const folded = foldWords(text)
    // Words and texts may have other punctuation and blanks: the letters are found first.
    const letters = folded.replaceAll(gaps, '')
    const beginsAt = (at: number) =>
      byBeginning
        .get(letters.slice(at, at + 2))
        ?.some((one) => letters.startsWith(one.letters, at) && one.isIn(folded)) === true
    let before = letters.charCodeAt(0)
    for (let at = 1; at < letters.length; at += 1) {
      const next = letters.charCodeAt(at)
      if (begins[hashPair(before, next)] === 1 && beginsAt(at - 1)) return true
      before = next
    }
    return false
  }
}

/** Whether the punctuation of a word counts: nothing else is left of it, or one letter, which would ban nearly everything. */
function isLiteral(word: string): boolean {
  return !/[\p{L}\p{N}]/u.test(word) || foldWords(word).length < 2
}

function containsAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word))
}

function hashPair(first: number, second: number): number {
  return (Math.imul(first, 31) ^ second) & (tableSize - 1)
}
