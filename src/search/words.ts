// Keyword matching: splits keywords and tests whether a folded text contains all words.
import { fold } from '../reading/fold.ts'

/** Splits a keyword into its folded words. */
export function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Whether all words occur in the folded text, in any order. */
export function holdsAll(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word))
}
