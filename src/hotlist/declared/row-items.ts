// Rows of a foreign reply as items, by the fields that a declaration names.
import { amountOf } from '../../reading/texts.ts'
import { feedTime, shownTime, unixTime } from '../../reading/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { HotItem } from '../hot-list.ts'
import { linkIn } from '../sites/links.ts'
import type { Field } from './field.ts'

/** What of an item stands where in a row. */
export interface Fields<Row> {
  readonly title: Field<Row>
  readonly url: Field<Row>
  /** Where it is not said: the address. */
  readonly id?: Field<Row> | undefined
  readonly mobileUrl?: Field<Row> | undefined
  readonly hot?: Field<Row> | undefined
  readonly time?: Field<Row> | undefined
  readonly hover?: Field<Row> | undefined
  readonly info?: Field<Row> | undefined
  readonly icon?: Field<Row> | undefined
}

/** Where the rows come from: links in them are relative to `base`, times to `now`. */
interface Origin {
  readonly base: string
  readonly now: Date
}

/**
 * The items that stand in rows, in their order. @throws UpstreamError `mismatch` naming the key when there are rows, and id, title or
 * address is found in none of them.
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
  const what = key === 'url' ? 'no web address' : 'nothing'
  return `${key}: ${said.slice(0, 100)} gives ${what} in any of ${count} rows`
}

/** Rows that are arrays are mostly groups of rows. */
function hintOn(rows: readonly unknown[]): string {
  return rows.every((row) => Array.isArray(row))
    ? ', which are arrays: with [*] at its end items means what is in them'
    : ''
}

/** A time as sites write it. Digits are seconds since 1970, or milliseconds; small numbers are years, days or ranks. */
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
