// JSON that stands in the middle of a page: in a script, in a comment.
import { z } from 'zod'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Schema } from '../../upstream/source.ts'

/**
 * The first JSON object or array that begins at or after the offset `from`. What `indexOf` gives for a mark that is not there, -1, is
 * the page without it.
 * @throws UpstreamError `mismatch` when there is none, it does not end, or it is no JSON.
 */
export function embeddedJson(text: string, from: number): unknown {
  const start = from < 0 ? undefined : offsetOf(text, from, '{[')
  if (start === undefined) throw new UpstreamError('mismatch', 'a page without the data that should stand in it')
  const end = endOf(text, start)
  if (end === undefined) throw new UpstreamError('mismatch', 'a page whose data breaks off')
  try {
    return JSON.parse(text.slice(start, end))
  } catch (error) {
    throw new UpstreamError('mismatch', 'a page whose data is no JSON', { cause: error })
  }
}

/**
 * What follows the first `mark` of a page as JSON, checked against `shape`.
 * @throws UpstreamError `mismatch` when the mark or the data is missing, or the data is of another shape.
 */
export function embeddedData<T>(text: string, mark: string, shape: Schema<T>): T {
  const at = text.indexOf(mark)
  return fitting(embeddedJson(text, at < 0 ? at : at + mark.length), shape)
}

/** A foreign value checked against `shape`, for what did not come by `io.json`. @throws UpstreamError `mismatch` naming the first field that does not fit. */
export function fitting<T>(value: unknown, shape: Schema<T>): T {
  try {
    return shape.parse(value)
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    const what = issue ? `: ${issue.path.join('.')}: ${issue.message}`.slice(0, 120) : ''
    throw new UpstreamError('mismatch', `not the data this source expects${what}`, { cause: error })
  }
}

/** Where the first of these signs stands. */
function offsetOf(text: string, from: number, signs: string): number | undefined {
  for (let at = from; at < text.length; at += 1) if (signs.includes(text.charAt(at))) return at
  return undefined
}

/** The offset after the bracket that closes the one at `start`; brackets in strings close nothing. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return undefined
}

/** The offset of the quotation mark that ends the string at `start`; the length of the text when it does not end. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  return at
}
