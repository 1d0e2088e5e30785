// Parses the part of a share address after its code: its end and the access code in it.
import { codeAt, codeInAddress } from './access-code-format.ts'

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
export const defaultCodeNames: readonly string[] = ['pwd', 'password']

/** Parses the part after a share code. `rest` is the address from its path on, `from` the end of the code, `names` the access code parameters. */
export function parseUrlSuffix(rest: string, from: number, names = defaultCodeNames): UrlSuffix {
  if (!tailStarts.includes(rest.charAt(from))) return { password: namedCode(rest.slice(0, from), names), end: from }
  const raw = rest.slice(from, from + spelledLength)
  const run = leadingRun(rest.slice(from), tailRun)
  const end = from + trimmedEnd(run)
  const text = decodeOnce(raw)
  const marker = spelledCode.exec(text)?.[0]
  if (marker === undefined) return { password: namedCode(rest.slice(0, end), names), end }
  const password = codeAt(text, marker.length)
  // Offsets in decoded text differ: then the address ends with its last allowed character.
  if (text !== raw) return { password, end: from + leadingRun(raw, addressRun).length }
  const close = from + marker.length + password.length
  return { password, end: /^[）)]/.test(rest.slice(close)) ? close + 1 : close }
}

function namedCode(address: string, names: readonly string[]): string {
  if (!address.includes('=')) return ''
  namedValue.lastIndex = 0
  for (let match = namedValue.exec(address); match !== null; match = namedValue.exec(address)) {
    if (!names.includes(match[1]?.toLowerCase() ?? '')) continue
    const code = codeInAddress(address, namedValue.lastIndex)
    if (code !== '') return code
  }
  return ''
}
