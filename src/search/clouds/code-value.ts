// What an access code looks like, and where it ends when something is glued to it.

// Four nearly always, three to eight seen (cloud-links.md section 3).
const usual = 4
const shortest = 3
const longest = 8

// Names of clouds in letters or digits that posts glue behind a code: `提取码:k3m9UC：https://…`.
const gluedLabel = /^(?:uc|115|123|app)$/i

const gluedScheme = /https?$/i

/** Whether a character code is an ASCII letter or digit. */
export function isAlphanumeric(char: number): boolean {
  return (char >= 48 && char <= 57) || (char >= 97 && char <= 122) || (char >= 65 && char <= 90)
}

/** The access code that begins at an offset of a text, without what is glued to it; `''` when none does. */
export function codeAt(text: string, from: number): string {
  const run = runAt(text, from)
  if (run.length < shortest || run.length > longest) return ''
  return gluedLabel.test(run.slice(usual)) ? run.slice(0, usual) : run
}

/** The same for a value inside an address, where a code has four characters: what is longer than any code is cut to that. */
export function codeInAddress(address: string, from: number): string {
  const run = runAt(address, from)
  return run.length > longest ? run.slice(0, usual) : codeAt(address, from)
}

/** The access code a field of a reply holds, `''` when it holds none; a code that is longer than usual is taken at its word. */
export function codeInField(field: string): string {
  const value = field.trim()
  return /^[A-Za-z0-9]{3,10}$/.test(value) && !/^(?:none|null|undefined)$/i.test(value) ? value : ''
}

/** Letters and digits from an offset, at most one more than two codes' worth: longer runs are no code whatever follows. */
function runAt(text: string, from: number): string {
  let end = from
  while (end - from <= 2 * longest && isAlphanumeric(text.charCodeAt(end))) end += 1
  const run = text.slice(from, end)
  return text.startsWith('://', end) ? run.replace(gluedScheme, '') : run
}
