// Splits keywords into words.
import { foldWords } from '../../contract/fold-text.ts'
import { type SearchWord, searchWords } from '../../contract/match-words.ts'

/** Splits a keyword into its folded words. */
export function splitKeyword(text: string): readonly SearchWord[] {
  return searchWords(foldWords(text))
}
