// Texts of strangers made fit for a terminal: on one line, and without anything that a terminal obeys.
import { withoutInvisible } from '../upstream/text-bounds.ts'

/** More marks than this on one letter are there to run over the lines above. */
const heap = /(\p{M}{4})\p{M}+/gu

/** A text on one line, with blanks for what a terminal would obey. */
export function terminalText(text: string): string {
  return withoutInvisible(text, ' ').replace(heap, '$1').replace(/\s+/g, ' ').trim()
}

/** An address as it can be copied: whole, but for what belongs into none. */
export function terminalAddress(url: string): string {
  return withoutInvisible(url, '')
}
