// Normalises texts for ban matching: folded as in search, without invisible characters.
import { foldText } from '../parsing/fold-text.ts'

/** Soft hyphen, zero-width characters, direction marks, fillers, variation selectors: used to disguise words. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

const gaps = /[^\S ]\s*| \s+/g
const gap = /[^\S ]| {2}/

export function normalizeForMatch(text: string): string {
  return foldText(text.search(invisible) < 0 ? text : text.replaceAll(invisible, ''))
}

/** The same with white space collapsed to one space. */
export function normalizedWords(text: string): string {
  // Fast path: nearly all gaps are single line ends.
  const lines = normalizeForMatch(text).replaceAll('\n', ' ')
  return gap.test(lines) ? lines.replaceAll(gaps, ' ') : lines
}
