// Folds a text for bans: as search folds, and without what nobody sees.
import { fold } from '../reading/fold.ts'

// Soft hyphen, zero-width characters, direction marks, word joiner, byte order mark: put into words to hide them.
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]+/g

/** The text as bans are looked for in it. */
export function foldedBare(text: string): string {
  const folded = fold(text)
  return folded.search(invisible) < 0 ? folded : folded.replaceAll(invisible, '')
}
