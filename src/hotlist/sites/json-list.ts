// Lists whose code is short: JSON interfaces and feeds (upstreams/hot/README-a.md), JSON in a page, and the status of a reply.

import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { feedTime } from '../../parsing/feed-time.ts'
import { firstElement, lenientArray } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { FeedEntry, Init, Io, Schema } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'

/** The rows of a reply, and parts of the request that differ from a plain GET. */
interface JsonRows<Row> extends Init {
  /** The path of the rows: `data.list`; `0` is the first element of an array, and '' the reply itself. */
  readonly rows: string
  /** The shape of a row; rows of another shape are left out, see `lenientArray`. */
  readonly row: z.ZodType<Row>
  /** The status code in the reply: its field, its value for success, and the field of the message. */
  readonly ok?: readonly [code: string, success: number | string | boolean, words: string]
}

/** A list that is one request; `item` makes the item of a row, or `[]` for a row to leave out. */
interface JsonList<Row> extends JsonRows<Row> {
  readonly address: string
  item(row: Row, io: Io): HotItem | readonly HotItem[]
}

/**
 * Requests the rows of a list.
 * @throws UpstreamError as `io.json` does, as `apiRefusal` says for another code than success, and `mismatch` for a wrong shape.
 */
export async function jsonRows<Row>(
  io: Io,
  address: string,
  { rows, row, ok, ...init }: JsonRows<Row>,
): Promise<Row[]> {
  const holds = rowsSchema({ rows, row })
  const request = { ...init, headers: { ...dataHeaders, ...init.headers } }
  if (!ok) return io.json(address, holds, request)
  // A refusal has other data or none.
  const reply = await io.json(address, z.looseObject({}), request)
  const [code, success, words] = ok
  checkStatus(reply, { code, success: String(success), words })
  return checkShape(reply, holds)
}

export function rowsSchema<Row>({ rows, row }: Pick<JsonRows<Row>, 'rows' | 'row'>): z.ZodType<Row[]> {
  const names = rows === '' ? [] : rows.split('.')
  return names.reduceRight<z.ZodType<Row[]>>(
    (inner, name) =>
      name === '0' ? firstElement(inner) : z.object({ [name]: inner }).transform((found) => found[name] ?? []),
    lenientArray(row),
  )
}

/** Makes the function that asks for a list. @throws UpstreamError, when called, as `jsonRows` does. */
export function jsonList<Row>({ address, item, ...rows }: JsonList<Row>): (io: Io) => Promise<HotItem[]> {
  return async (io) => (await jsonRows(io, address, rows)).flatMap((row) => item(row, io))
}

const headers = {
  ...pageHeaders,
  accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.8',
}

/**
 * Fetches a feed and converts its entries, in order. The link serves as id; the time is the latest one of the entry.
 * `more` adds or replaces fields. @throws UpstreamError as `io.feed` does.
 */
export async function feedItems(
  io: Io,
  url: string,
  more?: (entry: FeedEntry) => Partial<HotItem>,
): Promise<HotItem[]> {
  const entries = await io.feed(url, { headers })
  return entries.map((entry) => ({
    id: entry.url,
    title: titleText(entry.title),
    url: entry.url,
    pubDate: feedTime(entry.time, entry.title),
    ...more?.(entry),
  }))
}

/** The text of the JSON after the first `mark` of a page. @throws UpstreamError `mismatch` when the mark or the data is missing or incomplete. */
export function embeddedJson(text: string, mark: string): string {
  const at = text.indexOf(mark)
  const found = at < 0 ? -1 : text.slice(at + mark.length).search(/[[{]/)
  if (found < 0) throw new UpstreamError('mismatch', 'the page does not contain the expected data')
  const start = at + mark.length + found
  const end = endOf(text, start)
  if (end === undefined) throw new UpstreamError('mismatch', 'the data in the page is incomplete')
  return text.slice(start, end)
}

/**
 * Parses the JSON after the first `mark` of a page and checks it against `shape`.
 * @throws UpstreamError `mismatch` when the mark or the data is missing, incomplete or not JSON, or the shape is wrong.
 */
export function parseEmbeddedData<T>(text: string, mark: string, shape: Schema<T>): T {
  const json = embeddedJson(text, mark)
  try {
    return checkShape(JSON.parse(json), shape)
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('mismatch', 'the data in the page is not JSON', { cause: error })
  }
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

/** For `catch`: rethrows the error, as `blocked` with `message` when the reply had one of these statuses. */
export function treatAsBlocked(statuses: readonly (number | string)[], message?: string) {
  return (error: unknown): never => {
    const status = error instanceof UpstreamError ? error.status : undefined
    if (status === undefined || !statuses.map(String).includes(`${status}`)) throw error
    const why = message ?? `answered ${status}, which means that programs are blocked`
    throw new UpstreamError('blocked', why, { status, cause: error })
  }
}
