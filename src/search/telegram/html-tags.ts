// Finds tags and attributes in HTML by offset, without building a tree.

const hyphen = 45
const slash = 47
const less = 60
const equals = 61
const greater = 62
const doubleQuote = 34
const singleQuote = 39

/** The offset of the next tag at or after `from`; `html.length` if there is none. A `<` not followed by a name is text. */
export function nextTag(html: string, from: number): number {
  // Fast path: tags are often adjacent.
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

/** The offset after the tag at `start`, whose quoted values may contain `>`; -1 if it is not closed. */
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
  // Fast path: `">` ends the tag, because t.me puts all values in double quotes.
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

/** Whether the complete name at `at` is `name`. Compares in place, because substrings dominate the cost. */
export function isNamed(html: string, at: number, name: string): boolean {
  if (!html.startsWith(name, at)) return false
  const next = html.charCodeAt(at + name.length)
  return !isLetter(next) && next !== hyphen && !(next >= 48 && next <= 57)
}

/**
 * The offset of an attribute's value in a complete tag, -1 if absent. `mark` is the text before the value,
 * such as ` class="`: t.me always writes one blank before an attribute and double quotes around its value.
 */
export function attributeStart(tag: string, mark: string): number {
  const at = tag.indexOf(mark)
  return at < 0 ? -1 : at + mark.length
}

/** The raw value after such a mark, entities not decoded. */
export function attributeOf(tag: string, mark: string): string | undefined {
  const from = attributeStart(tag, mark)
  const end = from < 0 ? -1 : tag.indexOf('"', from)
  return end < 0 ? undefined : tag.slice(from, end)
}

/** The offset of the `</div` that closes the one opened before `from`; -1 if not closed. One pass for any nesting. */
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
