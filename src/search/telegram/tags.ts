// Reads tags out of HTML by their place in it; nothing is built but the piece asked for.

const hyphen = 45
const slash = 47
const less = 60
const equals = 61
const greater = 62
const doubleQuote = 34
const singleQuote = 39

/** The place of the next tag at or behind `from`; `html.length` when there is none. A `<` before anything but a name is text. */
export function nextTag(html: string, from: number): number {
  // Tags often stand side by side.
  let at = html.charCodeAt(from) === less ? from : html.indexOf('<', from)
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
    if (code === equals) return endOfValues(html, at)
    at += 1
  }
  return -1
}

function endOfValues(html: string, from: number): number {
  const end = html.indexOf('>', from) + 1
  // Behind a closing quote a `>` is in no value, because t.me quotes all of them alike; that spares a look at each.
  const closed = html.charCodeAt(end - 2) === doubleQuote && html.charCodeAt(end - 3) !== equals
  return closed ? end : endValueByValue(html, from)
}

function endValueByValue(html: string, from: number): number {
  let at = from
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

/** Is the name that begins at `at` this one, whole? Its letters are compared in place: cutting names out costs more than all the rest. */
export function isNamed(html: string, at: number, name: string): boolean {
  if (!html.startsWith(name, at)) return false
  const next = html.charCodeAt(at + name.length)
  return !isLetter(next) && next !== hyphen && !(next >= 48 && next <= 57)
}

/**
 * Where the value of an attribute begins in a tag given whole, -1 when it has none. `mark` is what stands before a value,
 * such as ` class="`: t.me always puts one blank before an attribute and its value in double quotes.
 */
export function attributeStart(tag: string, mark: string): number {
  const at = tag.indexOf(mark)
  return at < 0 ? -1 : at + mark.length
}

/** The value behind such a mark as it is written, entities and all. */
export function attributeOf(tag: string, mark: string): string | undefined {
  const from = attributeStart(tag, mark)
  const end = from < 0 ? -1 : tag.indexOf('"', from)
  return end < 0 ? undefined : tag.slice(from, end)
}

/** The place of the `</div` that closes the one opened before `from`; -1 when it never closes. One pass, however many are nested. */
export function endOfDiv(html: string, from: number): number {
  let depth = 0
  let at = html.indexOf('div', from)
  while (at >= 0) {
    const before = html.charCodeAt(at - 1)
    if (before === less) depth += 1
    else if (before === slash && html.charCodeAt(at - 2) === less) {
      if (depth === 0) return at - 2
      depth -= 1
    }
    at = html.indexOf('div', at + 3)
  }
  return -1
}
