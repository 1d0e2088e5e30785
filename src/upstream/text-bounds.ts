// Bounds on texts that come from outside: how long they may be, and how they are cut and cleaned.

/** The most UTF-16 units of each kind of text. What is longer is cut; addresses and attributes are dropped, since half of one is another one. */
export const maxCharacters = {
  failureText: 300,
  elementName: 100,
  /** Hidden data of own sources may stand in attributes; real addresses, ed2k links with part hashes among them, are shorter. */
  attribute: 10_000,
  /** A text of a page or document between two tags; scripts are bounded by the body only, since they may hold a page's data. */
  textNode: 20_000,
  /** The address of an item, a picture. */
  address: 2_000,
  id: 500,
  /** A title as HTML, before its tags are taken out. */
  title: 2_000,
  /** The text of a post, the summary of an entry. */
  text: 20_000,
} as const

/** The first `length` UTF-16 units of a text, without half a surrogate pair at its end. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** An address that is not longer than real ones are, else ''. */
export function boundedAddress(address: string): string {
  return address.length <= maxCharacters.address ? address : ''
}

/**
 * What is not seen: marks that turn the direction of writing round, so that a line reads otherwise than it is, and what hides words in words.
 * Joiners, variants and the tags of flags are parts of letters and stay.
 */
const invisible =
  /[[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\u200C\u200D\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}]]/gv

/** What a terminal obeys, or what ends a line or a paragraph. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** A text without what is not seen; `control` stands for what a terminal obeys, and for line breaks. */
export function withoutInvisible(text: string, control: string): string {
  return text.toWellFormed().replace(invisible, '').replace(controls, control)
}

/** Marks that turn the direction of writing round. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const controlsInLines = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}]/gu
/** Whether a text has either; looking costs less than replacing what is not there. */
const isUnsafe = /[[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]--[\n\r\t]]/v

/**
 * A text of any number of lines, without marks that turn it round and with blanks for what a terminal obeys. Blanks that are not seen stay:
 * sites have them in their titles.
 */
export function withoutControls(text: string): string {
  const whole = text.toWellFormed()
  return isUnsafe.test(whole) ? whole.replace(turning, '').replace(controlsInLines, ' ') : whole
}

/** What a failure says, fit for answers, logs and terminals: one line of bounded length. */
export function failureText(message: string): string {
  const line = withoutInvisible(cutText(message, 4 * maxCharacters.failureText), ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxCharacters.failureText ? line : `${cutText(line, maxCharacters.failureText - 1)}…`
}
