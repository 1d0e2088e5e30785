// Keyword matching: splits keywords and tests whether a folded text contains all words.
import { foldText } from '../../parsing/fold-text.ts'

/** Splits a keyword into its folded words. */
export function splitKeyword(text: string): readonly string[] {
  return foldText(text)
    .split(/\s/)
    .filter((word) => word !== '')
}

/** Whether all words occur in the folded text, in any order. */
export function containsAll(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word))
}
