// Bounds the elements of foreign replies before they are parsed: parsing, checking and reading take time for each of them, on the thread that answers everybody.
import { z } from 'zod'
import { UpstreamError } from './errors.ts'

/**
 * Maximum numbers of elements: tags and attributes of a page or document, values of JSON, and members of one list or object in it. The largest
 * honest replies that are known have 2,700 tags, a feed of a thousand entries up to 25,000; 25,000 values, 1,700 members. At these bounds the
 * costliest replies that are known take about 0.1 s of processor time (decision 76).
 */
export const maxElements = { tags: 30_000, attributes: 30_000, values: 50_000, members: 5_000 } as const

/** @throws UpstreamError `mismatch` with the number and the bound. */
export function requireFewElements(count: number, what: keyof typeof maxElements): void {
  if (count <= maxElements[what]) return
  const where = what === 'members' ? 'a list or object of the answer' : 'the answer'
  throw new UpstreamError('mismatch', `${where} has ${count} ${what}; at most ${maxElements[what]} are read`, {
    reason: { code: 'too_large' },
  })
}

/** @throws UpstreamError `mismatch` if a page or a document has too many tags. */
export function requireFewTags(markup: string): void {
  if (markup.length <= maxElements.tags) return
  let count = 0
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at + 1)) count += 1
  requireFewElements(count, 'tags')
}

/**
 * Parses JSON of an upstream, as `JSON.parse` does.
 * @throws SyntaxError if it is not JSON, and UpstreamError `mismatch` if it has too many values.
 */
export function parseReplyJson(...[text, reviver]: Parameters<typeof JSON.parse>): ReturnType<typeof JSON.parse> {
  if (text.length > maxElements.members) requireFewValues(text)
  return JSON.parse(text, reviver)
}

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = [34, 92, 44, 91, 93, 123, 125]

/** Counts the members of all lists and objects, closed or not, and of the longest; an empty one counts as one. */
function requireFewValues(json: string): void {
  /** The members so far of each list or object around the position. */
  const around: number[] = []
  let [values, members, longest] = [0, 0, 0]
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === quote) at = endOfString(json, at + 1)
    else if (sign === comma) {
      values += 1
      members += 1
      longest = Math.max(longest, members)
    } else if (sign === openBracket || sign === openBrace) {
      values += 1
      around.push(members)
      members = 1
    } else if (sign === closeBracket || sign === closeBrace) members = around.pop() ?? 0
  }
  requireFewElements(values, 'values')
  requireFewElements(longest, 'members')
}

function endOfString(json: string, from: number): number {
  let at = from
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/** @throws UpstreamError `mismatch` if a body is not JSON of this shape, or has too many values. */
export function parseJsonReply<T>(body: string, shape: { parse(value: unknown): T }): T {
  try {
    return shape.parse(parseReplyJson(body))
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    const message = `not the JSON this source expects: ${firstIssue(error) ?? 'it is not JSON'}`
    throw new UpstreamError('mismatch', message, { cause: error })
  }
}

const issue = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })
/** Only the first issue is read: a hostile reply has tens of thousands. */
const schemaError = z.object({ issues: z.tuple([issue], z.unknown()) })

/** The field and the problem of the first issue of a schema error, without quoting foreign text; undefined for any other error. */
export function firstIssue(error: unknown): string | undefined {
  const [first] = schemaError.safeParse(error).data?.issues ?? []
  return first && [first.path.join('.'), first.message].filter(Boolean).join(': ').slice(0, 120)
}
