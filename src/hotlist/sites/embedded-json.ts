// Data in a page or a reply: JSON in a script or a comment, its shape, and the status of a reply with the words of the site.
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Schema } from '../../upstream/source.ts'

/**
 * Parses the first JSON object or array at or after `from`. -1, the result of `indexOf` for a missing mark, means that the page
 * has no such data.
 * @throws UpstreamError `mismatch` when the data is missing, incomplete or not JSON.
 */
export function parseEmbeddedJson(text: string, from: number): unknown {
  try {
    return JSON.parse(jsonAfter(text, from))
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('mismatch', 'the data in the page is not JSON', { cause: error })
  }
}

/** The text of the JSON after the first `mark` of a page. @throws UpstreamError `mismatch` when the mark or the data is missing or incomplete. */
export function embeddedJson(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return jsonAfter(text, at < 0 ? at : at + mark.length)
}

function jsonAfter(text: string, from: number): string {
  const start = from < 0 ? undefined : offsetOf(text, from, '{[')
  if (start === undefined) throw new UpstreamError('mismatch', 'the page does not contain the expected data')
  const end = endOf(text, start)
  if (end === undefined) throw new UpstreamError('mismatch', 'the data in the page is incomplete')
  return text.slice(start, end)
}

/**
 * Parses the JSON after the first `mark` of a page and checks it against `shape`.
 * @throws UpstreamError `mismatch` when the mark or the data is missing, or the shape is wrong.
 */
export function parseEmbeddedData<T>(text: string, mark: string, shape: Schema<T>): T {
  const at = text.indexOf(mark)
  return checkShape(parseEmbeddedJson(text, at < 0 ? at : at + mark.length), shape)
}

/** Checks a value that did not come through `io.json`. @throws UpstreamError `mismatch` naming the first field that does not fit. */
export function checkShape<T>(value: unknown, shape: Schema<T>): T {
  try {
    return shape.parse(value)
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : []
    const what = issue ? `: ${issue.path.join('.')}: ${issue.message}`.slice(0, 120) : ''
    throw new UpstreamError('mismatch', `not the data this source expects${what}`, { cause: error })
  }
}

function offsetOf(text: string, from: number, signs: string): number | undefined {
  for (let at = from; at < text.length; at += 1) if (signs.includes(text.charAt(at))) return at
  return undefined
}

/** The offset after the bracket that closes the one at `start`; ignores brackets in strings. */
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

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  return at
}

/** The status in a reply: where it is, its value when good, and where its words are. */
export interface ReplyStatus {
  readonly code: string
  readonly success: string
  readonly words: string | undefined
}

/** @throws UpstreamError as `apiRefusal` builds it for another status than the good one or for words alone, and `mismatch` for neither. */
export function checkStatus(reply: unknown, { code, success, words }: ReplyStatus): void {
  const status = valueAt(reply, code)
  const why = words === undefined ? '' : (valueAt(reply, words) ?? '')
  if (status === undefined || status === '')
    throw why === '' ? new UpstreamError('mismatch', `the reply has no ${code}`) : apiRefusal(why)
  if (status === success) return
  throw /^-?\d+$/.test(status) ? apiRefusal(why, Number(status)) : apiRefusal(`${status} ${why}`)
}

function valueAt(reply: unknown, path: string): string | undefined {
  const value = path
    .split('.')
    .reduce<unknown>(
      (inside, name) =>
        typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
          ? new Map(Object.entries(inside)).get(name)
          : undefined,
      reply,
    )
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}

/** For `catch`: rethrows the error, as `blocked` with `message` when the reply had this status. */
export function treatAsBlocked(status: number, message = `answered ${status}, which means that programs are blocked`) {
  return (error: unknown): never => {
    if (!(error instanceof UpstreamError) || error.status !== status) throw error
    throw new UpstreamError('blocked', message, { status, cause: error })
  }
}
