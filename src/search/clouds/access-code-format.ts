// The form of access codes, and where they end if followed directly by other text.

// Nearly always four characters; three to eight occur (cloud-links.md section 3).
const defaultCodeLength = 4
const shortest = 3
const maxCodeLength = 8

// Cloud names directly after a code in posts: `提取码:k3m9UC：https://…`.
const adjacentLabel = /^(?:uc|115|123|app)$/i

const adjacentScheme = /https?$/i

/** Whether a character code is an ASCII letter or digit. */
export function isAlphanumeric(char: number): boolean {
  return (char >= 48 && char <= 57) || (char >= 97 && char <= 122) || (char >= 65 && char <= 90)
}

const fullWidth = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g

/** A text with its full-width letters and digits in ASCII; offsets stay the same. */
export function withHalfWidth(text: string): string {
  return text.replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
}

/** The access code at an offset of a text, without text directly after it; `''` if there is none. */
export function codeAt(text: string, from: number): string {
  const run = runAt(text, from)
  if (run.length < shortest || run.length > maxCodeLength) return ''
  return adjacentLabel.test(run.slice(defaultCodeLength)) ? run.slice(0, defaultCodeLength) : run
}

/** The same inside an address, where codes have four characters: a longer run is cut to four. */
export function codeInAddress(address: string, from: number): string {
  const run = runAt(address, from)
  return run.length > maxCodeLength ? run.slice(0, defaultCodeLength) : codeAt(address, from)
}

/** The access code in a field of a reply, `''` if there is none; longer codes are accepted. */
export function codeInField(field: string): string {
  const value = withHalfWidth(field.trim())
  return /^[A-Za-z0-9]{3,10}$/.test(value) && !/^(?:none|null|undefined)$/i.test(value) ? value : ''
}

/** Letters and digits from an offset, at most one more than two codes: a longer run is not a code. */
function runAt(text: string, from: number): string {
  let end = from
  while (end - from <= 2 * maxCodeLength && isAlphanumeric(text.charCodeAt(end))) end += 1
  const run = text.slice(from, end)
  return text.startsWith('://', end) ? run.replace(adjacentScheme, '') : run
}
