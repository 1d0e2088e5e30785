// Does a text hold what was searched for? Both are folded alike first.

// ASCII, ideographs and their plainest marks: characters that NFKC leaves as they are, next to whatever they stand.
const composed = /^[\n -~·、-〃〈-】一-鿿]*$/
const lowerCase = /^[\n -@[-~·、-〃〈-】一-鿿]*$/

/** Folds a text for matching: Unicode NFKC, lower case. */
export function fold(text: string): string {
  // Most titles are folded already, and looking costs less than either step.
  if (lowerCase.test(text)) return text
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
