// Folds texts for matching, so that equivalent spellings are equal.
import { truncateText } from '../upstream/text-limits.ts'

// ASCII, ideographs and common punctuation: NFKC leaves these characters unchanged in any context.
const composed = /^[\n -~\u00b7\u3001-\u3003\u3008-\u3011\u4e00-\u9fff]*$/
const foldedAlready = /^[\n -@[-~\u00b7\u3001-\u3003\u3008-\u3011\u4e00-\u9fff]*$/

/**
 * NFKC expands one character to up to eighteen (U+FDFA). Real texts grow less than this; the rest of a text made to
 * grow is cut off.
 */
const maxGrowth = 4
const minFoldedCharacters = 100

/**
 * Folds a text for matching: Unicode NFKC, lower case. The result has at most four times as many characters, or a
 * hundred if that is more.
 */
export function foldText(text: string): string {
  // Most titles are folded already, and the test costs less than either step.
  if (foldedAlready.test(text)) return text
  return (composed.test(text) ? text : composedOf(text)).toLowerCase()
}

function composedOf(text: string): string {
  return truncateText(text.normalize('NFKC'), Math.max(minFoldedCharacters, maxGrowth * text.length))
}
