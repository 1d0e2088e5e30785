// Reads values from the scripts of a page: objects and lists, and strings in single quotes.
import { UpstreamError } from '../upstream/errors.ts'
import { firstIssue, parseJsonReply } from '../upstream/reply-elements.ts'
import type { Schema } from '../upstream/source.ts'

/** Longer values are no data of a page. */
const maxLength = 3 * 1024 * 1024

/**
 * The object or list that follows the first match of `before`, up to its matching bracket; undefined if there is none. Brackets in strings
 * do not count.
 */
export function bracketedAfter(text: string, before: RegExp): string | undefined {
  const found = before.exec(text)
  if (!found) return undefined
  const from = found.index + found[0].length
  if (text[from] !== '[' && text[from] !== '{') return undefined
  const end = bracketEnd(text.slice(from, from + maxLength))
  return end === undefined ? undefined : text.slice(from, from + end)
}

/** The length up to the bracket that matches the first one. */
function bracketEnd(text: string): number | undefined {
  let depth = 0
  let isInString = false
  let from = 0
  for (const { 0: sign, index } of text.matchAll(/["\\[\]{}]/g)) {
    if (index < from) continue
    // A character after a backslash does not end a string.
    if (sign === '\\') from = index + 2
    else if (sign === '"') isInString = !isInString
    else if (!isInString) depth += sign === '[' || sign === '{' ? 1 : -1
    if (depth === 0) return index + 1
  }
  return undefined
}

/** The text of the JSON after the first `mark` of a page. @throws UpstreamError `mismatch` when the mark or the data is missing or incomplete. */
export function embeddedJson(text: string, mark: string): string {
  const at = text.indexOf(mark)
  const rest = at < 0 ? '' : text.slice(at + mark.length)
  if (!/[[{]/.test(rest)) throw new UpstreamError('mismatch', 'the page does not contain the expected data')
  const json = bracketedAfter(rest, /^[^[{]*/)
  if (json === undefined) throw new UpstreamError('mismatch', 'the data in the page is incomplete')
  return json
}

/**
 * Parses the JSON after the first `mark` of a page and checks it against `shape`.
 * @throws UpstreamError `mismatch` when the mark or the data is missing, incomplete or not JSON, or the shape is wrong.
 */
export function parseEmbeddedData<T>(text: string, mark: string, shape: Schema<T>): T {
  return parseJsonReply(embeddedJson(text, mark), shape)
}

/** Checks a value that did not come through `io.json`. @throws UpstreamError `mismatch` naming the first field that does not fit. */
export function checkShape<T>(value: unknown, shape: Schema<T>): T {
  try {
    return shape.parse(value)
  } catch (error) {
    const issue = firstIssue(error)
    const what = issue === undefined ? '' : `: ${issue}`
    throw new UpstreamError('mismatch', `not the data this source expects${what}`, { cause: error })
  }
}

/** The value of the string in single quotes that follows the first match of `before`; undefined if there is none. */
export function quotedAfter(text: string, before: RegExp): string | undefined {
  const found = before.exec(text)
  if (!found) return undefined
  const rest = text.slice(found.index + found[0].length, found.index + found[0].length + maxLength)
  const written = /^'([^'\\]*(?:\\.[^'\\]*)*)'/s.exec(rest)?.[1]
  return written === undefined ? undefined : unescapeScript(written)
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' }

/** Resolves the escapes of a JavaScript string. */
export function unescapeScript(written: string): string {
  return written.replaceAll(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_all, unit, byte, other) => {
    const code: string | undefined = unit ?? byte
    return code === undefined ? (escapes[other] ?? other) : String.fromCharCode(Number.parseInt(code, 16))
  })
}
