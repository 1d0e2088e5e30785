// Lists whose code is short: JSON interfaces and feeds (upstreams/hot/README-a.md), the fields of articles, and the order of a timeline.

import { z } from 'zod'
import { checkStatus } from '../../parsing/api-refusal.ts'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { feedTime } from '../../parsing/feed-time.ts'
import { firstElement, lenientArray } from '../../parsing/lenient-schemas.ts'
import { checkShape } from '../../parsing/script-values.ts'
import { titleText } from '../../parsing/text.ts'
import { isFuture } from '../../parsing/times.ts'
import { toHttps } from '../../parsing/web-links.ts'
import type { FeedEntry, Init, Io } from '../../upstream/source.ts'
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

/** Strips tags from title and summary, defaults the mobile URL to the URL, and loads the image over https. */
export function articleItem(given: HotItem): HotItem {
  return {
    mobileUrl: given.url,
    ...given,
    title: titleText(given.title),
    hover: titleText(given.hover),
    icon: toHttps(given.icon),
  }
}

/** Sorts items newest first. The sort is stable; items without a time, or with one in the future, come last. */
export function newestFirst(items: readonly HotItem[], now: Date): HotItem[] {
  const timeOf = ({ pubDate }: HotItem) => (pubDate && !isFuture(pubDate, now) ? pubDate.getTime() : 0)
  return items.toSorted((one, other) => timeOf(other) - timeOf(one))
}
