// Removes invisible characters from a text and maps offsets between both versions.

/** A cleaned text with offset maps in both directions. */
export interface CleanText {
  readonly text: string
  /** Offset in the original → offset in `text`. */
  readonly into: (offset: number) => number
  /** Offset in `text` → offset in the original. */
  readonly back: (offset: number) => number
}

// Soft hyphen, zero-width characters, direction marks, word joiner, byte order mark: found inside addresses (cloud-links.md trap 22).
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/
const uncleanPattern = /[\u00ad\u200b-\u200f\u2060\ufeff]|：\/\//

/** Removes invisible characters and turns `https：//` (fullwidth colon) into `https://`. Linear; never throws. */
export function cleanText(original: string): CleanText {
  if (!uncleanPattern.test(original)) return { text: original, into: same, back: same }
  const text = original.replaceAll('：//', '://')
  return invisible.test(text) ? withoutInvisible(text) : { text, into: same, back: same }
}

function same(offset: number): number {
  return offset
}

// The same characters as the regular expression, for a single character.
function isInvisible(char: number): boolean {
  return (char >= 0x200b && char <= 0x200f) || char === 0xad || char === 0x2060 || char === 0xfeff
}

function withoutInvisible(text: string): CleanText {
  const into = new Uint32Array(text.length + 1)
  const back = new Uint32Array(text.length + 1)
  let kept = 0
  let tidy = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    into[at] = kept
    if (isInvisible(text.charCodeAt(at))) {
      tidy += text.slice(from, at)
      from = at + 1
    } else {
      back[kept] = at
      kept += 1
    }
  }
  into[text.length] = kept
  back[kept] = text.length
  return {
    text: tidy + text.slice(from),
    into: (offset) => into[offset] ?? kept,
    back: (offset) => back[offset] ?? text.length,
  }
}
