// Does a text hold what was searched for? Both are folded alike first.
import { fold } from '../reading/fold.ts'

/** A text as the words it must be found by: folded, split at blanks. */
export function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Do all words occur in the folded text, in any order? */
export function holdsAll(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word))
}
