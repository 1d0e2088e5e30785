// Does a text hold what was searched for? Both are folded alike first.

// ASCII, ideographs and their plainest marks: characters that NFKC leaves as they are, next to whatever they stand.
const composed = /^[\n -~\u00b7\u3001-\u3003\u3008-\u3011\u4e00-\u9fff]*$/
const foldedAlready = /^[\n -@[-~\u00b7\u3001-\u3003\u3008-\u3011\u4e00-\u9fff]*$/

/** Folds a text for matching: Unicode NFKC, lower case. */
export function fold(text: string): string {
  // Most titles are folded already, and looking costs less than either step.
  if (foldedAlready.test(text)) return text
  return (composed.test(text) ? text : text.normalize('NFKC')).toLowerCase()
}

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
