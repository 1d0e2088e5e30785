// Parses the part of a share address after its code: its end and the access code in it.
import { codeAt, codeInAddress, withHalfWidth } from './access-code-format.ts'

/** The access code (`''` for none) and the offset of the end of the address. */
interface UrlSuffix {
  readonly password: string
  readonly end: number
}

// Printable ASCII allowed in an address; quotes, angle brackets, backslash, caret, backtick, braces and bar end it.
const addressRun = /^[!#-;=?-Z[\]_a-z~]+/

const tailRun = /^(?:\.html)?(?:[?&#/][!#-;=?-Z[\]_a-z~]*)?/

// Punctuation after an address (cloud-links.md trap 5).
const trailingMarks = ".,;:!?'*_~]#&"

// 123 writes `?提取码:xxxx`, Tianyi `（访问码：xxxx）`, raw or percent-encoded.
const spelledCode = /^(?:\.html)?\/?[?&（(]\s?(?:提取码|访问码|提取密码|访问密码|密码)\s?[:：=]\s?(?=[A-Za-z0-9])/

const namedValue = /[?&#](?:amp;)?(\w{1,12})=/g

// An address in a parameter: its own parameters say nothing about the share.
const nestedAddress = /=https?(?::|%3a)[^&#]*/gi

// A code in full-width characters, after `=` and otherwise behind the end of its address.
const fullWidthCode = /^[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]{3,8}/

// Characters with which an address continues after its code. At the end of the text the character is `''`, which every string includes.
const tailStarts = '.?&#/%（('

// Long enough for a percent-encoded `（访问码：xxxx）`; keeps the decoding short whatever follows.
const spelledLength = 160

/** The leading part of a text that can be an address, without trailing punctuation. A closing bracket is kept only if it was opened inside. */
export function leadingAddress(text: string): string {
  const run = leadingRun(text, addressRun)
  return run.slice(0, trimmedEnd(run))
}

function leadingRun(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[0] ?? ''
}

function trimmedEnd(run: string): number {
  let end = run.length
  let unopened = run.includes(')') ? run.split(')').length - run.split('(').length : 0
  for (; end > 0; end -= 1) {
    const last = run.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!trailingMarks.includes(last)) break
  }
  return end
}

/** Percent-decodes once; in a text with invalid escapes only ASCII escapes are decoded. */
export function decodeOnce(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent)
  }
}

/** The query parameters with the access code at most clouds. */
export const defaultCodeNames: readonly string[] = ['pwd', 'password', 'passcode', 'pass_code', 'passwd', 'pass']

/** Parses the part after a share code. `rest` is the address from its path on, `from` the end of the code, `names` the access code parameters. */
export function parseUrlSuffix(rest: string, from: number, names = defaultCodeNames): UrlSuffix {
  if (!tailStarts.includes(rest.charAt(from))) return { password: namedCode(rest.slice(0, from), names), end: from }
  const raw = rest.slice(from, from + spelledLength)
  const run = leadingRun(rest.slice(from), tailRun)
  const close = from + trimmedEnd(run)
  const wide = rest.charAt(close - 1) === '=' ? leadingRun(rest.slice(close), fullWidthCode) : ''
  const end = close + wide.length
  const decoded = decodeOnce(raw)
  const text = withHalfWidth(decoded)
  const marker = spelledCode.exec(text)?.[0]
  if (marker === undefined) return { password: namedCode(rest.slice(0, end), names), end }
  const password = codeAt(text, marker.length)
  // Offsets in decoded text differ: then the address ends with its last allowed character.
  if (decoded !== raw) return { password, end: from + leadingRun(raw, addressRun).length }
  const closing = from + marker.length + password.length
  return { password, end: /^[）)]/.test(rest.slice(closing)) ? closing + 1 : closing }
}

function namedCode(whole: string, names: readonly string[]): string {
  if (!whole.includes('=')) return ''
  const address = withHalfWidth(whole.replace(nestedAddress, '='))
  namedValue.lastIndex = 0
  for (let match = namedValue.exec(address); match !== null; match = namedValue.exec(address)) {
    if (!names.includes(match[1]?.toLowerCase() ?? '')) continue
    const code = codeInAddress(address, namedValue.lastIndex)
    if (code !== '') return code
  }
  return ''
}
