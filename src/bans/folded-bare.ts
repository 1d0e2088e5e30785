// Folds a text for bans: as search folds, and without what nobody sees.
import { fold } from '../reading/fold.ts'

/** Soft hyphen, zero-width characters, direction marks, fillers, variation selectors and the like: put into words to hide them. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

const gaps = /[^\S ]\s*| \s+/g
const gap = /[^\S ]| {2}/

/** The text as bans are looked for in it. */
export function foldedBare(text: string): string {
  return fold(text.search(invisible) < 0 ? text : text.replaceAll(invisible, ''))
}

/** The same with one blank wherever there are blanks, tabs or line ends. */
export function foldedWords(text: string): string {
  // Nearly all gaps are single line ends, and those are replaced quickest as what they are.
  const lines = foldedBare(text).replaceAll('\n', ' ')
  return gap.test(lines) ? lines.replaceAll(gaps, ' ') : lines
}
