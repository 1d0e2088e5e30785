// Normalises texts for finding hosts: half width, lower case, without invisible characters.

/** Soft hyphen, zero-width characters, direction marks, fillers, variation selectors: used to disguise words. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

export function normalizeForMatch(text: string): string {
  return text.replaceAll(invisible, '').normalize('NFKC').toLowerCase()
}
