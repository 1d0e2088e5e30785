// Reads tags out of HTML by their place in it; nothing is built but the piece asked for.

const hyphen = 45
const slash = 47
const equals = 61
const greater = 62
const doubleQuote = 34
const singleQuote = 39

/** The place of the next tag at or behind `from`; `html.length` when there is none. A `<` before anything but a name is text. */
export function nextTag(html: string, from: number): number {
  let at = html.indexOf('<', from)
  while (at >= 0 && !opensTag(html.charCodeAt(at + 1))) at = html.indexOf('<', at + 1)
  return at < 0 ? html.length : at
}

function opensTag(code: number): boolean {
  return isLetter(code) || code === slash || code === 33 || code === 63
}

function isLetter(code: number): boolean {
  const lower = code | 32
  return lower >= 97 && lower <= 122
}

/** The place behind the tag at `start`, whose quoted values may hold a `>`; -1 when it never ends. */
export function endOfTag(html: string, start: number): number {
  let at = start + 1
  while (at < html.length) {
    const code = html.charCodeAt(at)
    if (code === greater) return at + 1
    const quote = code === equals ? html.charCodeAt(at + 1) : 0
    if (quote === doubleQuote || quote === singleQuote) {
      at = html.indexOf(quote === doubleQuote ? '"' : "'", at + 2) + 1
      if (at === 0) return -1
    } else {
      at += 1
    }
  }
  return -1
}

/** Is the name that begins at `at` this one, whole? Compared letter by letter: cutting names out costs more than all the rest. */
export function isNamed(html: string, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (html.charCodeAt(at + index) !== name.charCodeAt(index)) return false
  }
  const next = html.charCodeAt(at + name.length)
  return !isLetter(next) && next !== hyphen && !(next >= 48 && next <= 57)
}

/** The value of an attribute as it is written, entities and all, of a tag given whole; t.me always puts it in double quotes. */
export function attributeOf(tag: string, name: string): string | undefined {
  const mark = ` ${name}="`
  const at = tag.indexOf(mark)
  if (at < 0) return undefined
  const from = at + mark.length
  const end = tag.indexOf('"', from)
  return end < 0 ? undefined : tag.slice(from, end)
}

/**
 * The place of the `</div` that closes the one opened before `from`; -1 when it never closes.
 * Both searches only ever go forward, so thousands of nested ones cost one pass.
 */
export function endOfDiv(html: string, from: number): number {
  let open = html.indexOf('<div', from)
  let close = html.indexOf('</div', from)
  let depth = 0
  while (close >= 0) {
    if (open >= 0 && open < close) {
      depth += 1
      open = html.indexOf('<div', open + 4)
    } else {
      if (depth === 0) return close
      depth -= 1
      close = html.indexOf('</div', close + 5)
    }
  }
  return -1
}
