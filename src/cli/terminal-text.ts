// Texts of strangers made fit for a terminal: on one line, and without anything that a terminal obeys.

/**
 * What is not seen: marks that turn the direction of writing round, so that a line reads otherwise than it is, and what hides words in words.
 * Joiners, variants and the tags of flags are parts of letters and stay.
 */
const unseen =
  /[[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\u200C\u200D\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}]]/gv

/** What a terminal obeys, or what ends a line or a paragraph. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** More marks than this on one letter are there to run over the lines above. */
const heap = /(\p{M}{4})\p{M}+/gu

/** A text on one line, with blanks for what a terminal would obey. */
export function terminalText(text: string): string {
  return text.toWellFormed().replace(unseen, '').replace(controls, ' ').replace(heap, '$1').replace(/\s+/g, ' ').trim()
}

/** An address as it can be copied: whole, but for what belongs into none. */
export function terminalAddress(url: string): string {
  return url.toWellFormed().replace(unseen, '').replace(controls, '')
}
