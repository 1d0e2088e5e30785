// Bounds on foreign texts: maximum lengths, truncation, and removal of control characters.

/** Maximum lengths of texts in UTF-16 units. Longer texts are truncated; longer addresses and attributes dropped. */
export const maxCharacters = {
  failureText: 300,
  elementName: 100,
  /** Custom sources may read data from attributes; real addresses, even ed2k links with part hashes, are shorter. */
  attribute: 10_000,
  /** A text between two tags; scripts are bounded only by the body size, because they may contain the page's data. */
  textNode: 20_000,
  /** Address of an item or an image. */
  address: 2_000,
  id: 500,
  /** A title in HTML, before its tags are removed. */
  title: 2_000,
  /** The text of a post, or the summary of an entry. */
  text: 20_000,
} as const

/** The first `length` UTF-16 units of a text, without half a surrogate pair at the end. */
export function truncateText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** The address, or '' if it is longer than real ones. */
export function addressWithinLimit(address: string): string {
  return address.length <= maxCharacters.address ? address : ''
}

/**
 * Invisible characters: bidirectional controls, which make a line read differently, and characters that hide text
 * inside words. Joiners, variation selectors and flag tags are parts of letters and stay.
 */
const invisible =
  /[[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\u200C\u200D\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}]]/gv

/** Control characters, which terminals interpret, and line or paragraph separators. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** Removes invisible characters, and replaces control characters and line breaks by `control`. */
export function removeInvisible(text: string, control: string): string {
  return text.toWellFormed().replace(invisible, '').replace(controls, control)
}

/** Bidirectional control characters. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const controlsInLines = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}]/gu
/** Whether a text has either; testing costs less than replacing. */
const unsafeCharacter = /[[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]--[\n\r\t]]/v

/** Removes bidirectional controls from lines of text, and replaces control characters by spaces. */
export function removeControls(text: string): string {
  const whole = text.toWellFormed()
  return unsafeCharacter.test(whole) ? whole.replace(bidiControls, '').replace(controlsInLines, ' ') : whole
}

/** A failure message for answers, logs and terminals: one line of bounded length. */
export function failureText(message: string): string {
  const line = removeInvisible(truncateText(message, 4 * maxCharacters.failureText), ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= maxCharacters.failureText ? line : `${truncateText(line, maxCharacters.failureText - 1)}…`
}
