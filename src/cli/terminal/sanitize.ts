// Sanitizes third-party text for a terminal: one line, without control characters.
import { removeInvisible } from '../../upstream/text-limits.ts'

/** Runs of combining marks, which would overlap the lines above. */
const heap = /(\p{M}{4})\p{M}+/gu

/** A text on one line, with blanks in place of control and invisible characters. */
export function sanitizeText(text: string): string {
  return removeInvisible(text, ' ').replace(heap, '$1').replace(/\s+/g, ' ').trim()
}

/** A URL without control and invisible characters, otherwise complete, so that it can be copied. */
export function sanitizeUrl(url: string): string {
  return removeInvisible(url, '')
}
