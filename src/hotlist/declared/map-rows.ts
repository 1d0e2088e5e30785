// Maps the rows of an upstream reply to items by the field selectors of a declaration.

import { feedTime } from '../../parsing/feed-time.ts'
import { amountOf } from '../../parsing/text.ts'
import { shownTime, unixTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { HotItem } from '../list-definition.ts'
import { resolveLink } from '../sites/links.ts'
import type { FieldSelector } from './field-selector.ts'

export interface ItemFields<Row> {
  readonly title: FieldSelector<Row>
  readonly url: FieldSelector<Row>
  /** Default: the URL. */
  readonly id?: FieldSelector<Row> | undefined
  readonly mobileUrl?: FieldSelector<Row> | undefined
  readonly hot?: FieldSelector<Row> | undefined
  readonly time?: FieldSelector<Row> | undefined
  readonly hover?: FieldSelector<Row> | undefined
  readonly info?: FieldSelector<Row> | undefined
  readonly icon?: FieldSelector<Row> | undefined
}

/** Links in rows are relative to `base`, times to `now`. */
interface RowContext {
  readonly base: string
  readonly now: Date
}

/**
 * Maps rows to items, in order. @throws UpstreamError `mismatch` naming the key when no row has an id, a title or
 * a URL.
 */
export function mapRows<Row>(rows: readonly Row[], fields: ItemFields<Row>, { base, now }: RowContext): HotItem[] {
  const { id, title, url, mobileUrl, hot, time, hover, info, icon } = fields
  const items = rows.map((row) => {
    const link = resolveLink(base, url.read(row))
    return {
      id: id?.read(row) ?? link,
      title: title.read(row),
      url: link,
      mobileUrl: resolveLink(base, mobileUrl?.read(row)),
      pubDate: parseTime(time?.read(row), now),
      hot: parseNumber(hot?.read(row)),
      hover: hover?.read(row),
      info: info?.read(row),
      icon: resolveLink(base, icon?.read(row)),
    }
  })
  if (rows.length === 0) return items
  for (const key of ['title', 'url', 'id'] as const) {
    const field = fields[key]
    const isMissing = key === 'id' ? !rows.some((row) => id?.read(row)) : items.every((item) => item[key] === undefined)
    if (field && isMissing)
      throw new UpstreamError('mismatch', `${emptyFieldMessage(key, field.source, rows.length)}${groupHint(rows)}`)
  }
  return items
}

function emptyFieldMessage(key: 'id' | 'title' | 'url', source: string, count: number): string {
  const what = key === 'url' ? 'no URL' : 'nothing'
  return `${key}: ${source.slice(0, 100)} finds ${what} in any of ${count} rows`
}

/** Rows that are arrays are usually groups of rows. */
function groupHint(rows: readonly unknown[]): string {
  return rows.every((row) => Array.isArray(row))
    ? '; the rows are arrays: end items with [*] to select their entries'
    : ''
}

/** Parses a time. A number is seconds or milliseconds since 1970; small numbers are years, days or ranks and are ignored. */
function parseTime(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  if (!isNumber(text)) return feedTime(text) ?? shownTime(text, now)
  const number = Number(text)
  if (number < 1e8) return undefined
  return unixTime(number > 1e11 ? number / 1000 : number)
}

function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && isNumber(text) ? Number(text) : amountOf(text)
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}
