// Does a text hold one of many words? One pass over it, however many there are.
import { foldedBare, foldedWords } from './folded-bare.ts'

/** Room for what the first two characters of words come to; two that share a place cost a look, and nothing worse. */
const places = 2 ** 16

/** Makes the test for words that `foldedWords` gave, of two characters or more. */
export function createWordTest(words: readonly string[]): (text: string) => boolean {
  if (words.length === 0) return () => false
  const byBeginning = Map.groupBy(words, (word) => word.slice(0, 2))
  const begins = new Uint8Array(places)
  for (const beginning of byBeginning.keys()) begins[placeOf(beginning.charCodeAt(0), beginning.charCodeAt(1))] = 1
  const beginsAt = (text: string, at: number) =>
    byBeginning.get(text.slice(at, at + 2))?.some((word) => text.startsWith(word, at)) === true
  // Most words are Chinese and have no blanks, and texts have many.
  const read = words.some((word) => word.includes(' ')) ? foldedWords : foldedBare

  return (text) => {
    const folded = read(text)
    let before = folded.charCodeAt(0)
    for (let at = 1; at < folded.length; at += 1) {
      const next = folded.charCodeAt(at)
      if (begins[placeOf(before, next)] === 1 && beginsAt(folded, at - 1)) return true
      before = next
    }
    return false
  }
}

function placeOf(first: number, second: number): number {
  return (Math.imul(first, 31) ^ second) & (places - 1)
}
