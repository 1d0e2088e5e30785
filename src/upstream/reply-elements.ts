// Bounds the elements of foreign replies before they are parsed: parsing, checking and reading take time for each of them, on the thread that answers everybody.
import { UpstreamError } from './errors.ts'

/**
 * Maximum number of tags of a page or document, and of values in JSON; the largest honest reply that is known has some 25,000. Measured
 * over the fixtures with their rows repeated up to this number, on a busy machine: 98 % of the replies take at most 0.1 s of processor time,
 * a few up to 0.3 s (decision 76).
 */
export const maxElements = 50_000

/** @throws UpstreamError `mismatch` with the number and the bound. */
export function requireFewElements(count: number, what: 'tags' | 'attributes' | 'values'): void {
  if (count <= maxElements) return
  throw new UpstreamError('mismatch', `the answer has ${count} ${what}; at most ${maxElements} are read`, {
    reason: { code: 'too_large' },
  })
}

/** @throws UpstreamError `mismatch` if a page or a document has too many tags. */
export function requireFewTags(markup: string): void {
  if (markup.length <= maxElements) return
  let count = 0
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at + 1)) count += 1
  requireFewElements(count, 'tags')
}

/**
 * Parses JSON of an upstream, as `JSON.parse` does.
 * @throws SyntaxError if it is not JSON, and UpstreamError `mismatch` if it has too many values.
 */
export function parseReplyJson(...[text, reviver]: Parameters<typeof JSON.parse>): ReturnType<typeof JSON.parse> {
  if (text.length > maxElements) requireFewElements(countValues(text), 'values')
  return JSON.parse(text, reviver)
}

const [quote, backslash, comma, bracket, brace] = [34, 92, 44, 91, 123]

/** The number of members of all arrays and objects; an empty one counts as one. */
function countValues(json: string): number {
  let count = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === comma || sign === bracket || sign === brace) count += 1
    else if (sign === quote) at = endOfString(json, at + 1)
  }
  return count
}

function endOfString(json: string, from: number): number {
  let at = from
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}
