// Folds a text so that spellings that people take for the same are the same.
import { cutText } from '../upstream/text-bounds.ts'

// ASCII, ideographs and their plainest marks: characters that NFKC leaves as they are, next to whatever they stand.
const composed = /^[\n -~\u00b7\u3001-\u3003\u3008-\u3011\u4e00-\u9fff]*$/
const foldedAlready = /^[\n -@[-~\u00b7\u3001-\u3003\u3008-\u3011\u4e00-\u9fff]*$/

/** NFKC makes up to eighteen characters of one (U+FDFA). Real texts grow less than this; of one made to grow the rest is cut off. */
const maxGrowth = 4
const minFoldedCharacters = 100

/** Folds a text for matching: Unicode NFKC, lower case. The result has at most four times as many characters, and a hundred are always let through. */
export function fold(text: string): string {
  // Most titles are folded already, and looking costs less than either step.
  if (foldedAlready.test(text)) return text
  return (composed.test(text) ? text : composedOf(text)).toLowerCase()
}

function composedOf(text: string): string {
  return cutText(text.normalize('NFKC'), Math.max(minFoldedCharacters, maxGrowth * text.length))
}
