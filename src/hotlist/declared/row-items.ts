// Maps the rows of an upstream reply to items by the field selectors of a declaration.
import { amountOf } from '../../reading/texts.ts'
import { feedTime, shownTime, unixTime } from '../../reading/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { HotItem } from '../hot-list.ts'
import { linkIn } from '../sites/links.ts'
import type { Field } from './field.ts'

/** The field selectors of an item. */
export interface Fields<Row> {
  readonly title: Field<Row>
  readonly url: Field<Row>
  /** Default: the URL. */
  readonly id?: Field<Row> | undefined
  readonly mobileUrl?: Field<Row> | undefined
  readonly hot?: Field<Row> | undefined
  readonly time?: Field<Row> | undefined
  readonly hover?: Field<Row> | undefined
  readonly info?: Field<Row> | undefined
  readonly icon?: Field<Row> | undefined
}

/** Links in rows are relative to `base`, times to `now`. */
interface Origin {
  readonly base: string
  readonly now: Date
}

/**
 * Maps rows to items, in order. @throws UpstreamError `mismatch` naming the key when no row has an id, a title or
 * a URL.
 */
export function itemsOfRows<Row>(rows: readonly Row[], fields: Fields<Row>, { base, now }: Origin): HotItem[] {
  const { id, title, url, mobileUrl, hot, time, hover, info, icon } = fields
  const items = rows.map((row) => {
    const link = linkIn(base, url.read(row))
    return {
      id: id?.read(row) ?? link,
      title: title.read(row),
      url: link,
      mobileUrl: linkIn(base, mobileUrl?.read(row)),
      pubDate: timeIn(time?.read(row), now),
      hot: figureIn(hot?.read(row)),
      hover: hover?.read(row),
      info: info?.read(row),
      icon: linkIn(base, icon?.read(row)),
    }
  })
  if (rows.length === 0) return items
  for (const key of ['title', 'url', 'id'] as const) {
    const field = fields[key]
    const isSilent = key === 'id' ? !rows.some((row) => id?.read(row)) : items.every((item) => item[key] === undefined)
    if (field && isSilent)
      throw new UpstreamError('mismatch', `${silence(key, field.said, rows.length)}${hintOn(rows)}`)
  }
  return items
}

function silence(key: 'id' | 'title' | 'url', said: string, count: number): string {
  const what = key === 'url' ? 'no URL' : 'nothing'
  return `${key}: ${said.slice(0, 100)} finds ${what} in any of ${count} rows`
}

/** Rows that are arrays are usually groups of rows. */
function hintOn(rows: readonly unknown[]): string {
  return rows.every((row) => Array.isArray(row))
    ? '; the rows are arrays: end items with [*] to select their entries'
    : ''
}

/** Parses a time. A number is seconds or milliseconds since 1970; small numbers are years, days or ranks and are ignored. */
function timeIn(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  if (!isNumber(text)) return feedTime(text) ?? shownTime(text, now)
  const number = Number(text)
  if (number < 1e8) return undefined
  return unixTime(number > 1e11 ? number / 1000 : number)
}

function figureIn(text: string | undefined): number | undefined {
  return text !== undefined && isNumber(text) ? Number(text) : amountOf(text)
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}
