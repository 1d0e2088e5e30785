// Folds a text so that spellings that people take for the same are the same.

// ASCII, ideographs and their plainest marks: characters that NFKC leaves as they are, next to whatever they stand.
const composed = /^[\n -~\u00b7\u3001-\u3003\u3008-\u3011\u4e00-\u9fff]*$/
const foldedAlready = /^[\n -@[-~\u00b7\u3001-\u3003\u3008-\u3011\u4e00-\u9fff]*$/

/** Folds a text for matching: Unicode NFKC, lower case. */
export function fold(text: string): string {
  // Most titles are folded already, and looking costs less than either step.
  if (foldedAlready.test(text)) return text
  return (composed.test(text) ? text : text.normalize('NFKC')).toLowerCase()
}
