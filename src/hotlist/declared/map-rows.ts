// Maps the rows of an upstream reply to items by the field selectors of a declaration.

import type { FieldSelector } from '../../parsing/field-selector.ts'
import { isPlainNumber, parseTime } from '../../parsing/row-time.ts'
import { amountOf } from '../../parsing/text.ts'
import { resolveLink, toHttps } from '../../parsing/web-links.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { HotItem } from '../list-definition.ts'
import { fieldKeys } from './keys.ts'

export type ItemFields<Row> = { readonly [Key in (typeof fieldKeys)[number]]?: FieldSelector<Row> | undefined }

/** Links in rows are relative to `base`, times to `now`; `zone` is that of times without one, by default China's. */
export interface RowContext {
  readonly base: string
  readonly now: Date
  readonly zone: string | undefined
  readonly onFields?: OnFields | undefined
}

/** The values that a key found in the rows of a reply. */
export interface FieldFound {
  readonly key: string
  readonly source: string | undefined
  /** Number of rows with a value, and the values of the first three rows. */
  readonly found: number
  readonly first: readonly (string | undefined)[]
}

/** Receives the number of rows of a reply, and what each key found. */
export type OnFields = (address: string, rows: number, fields: readonly FieldFound[]) => void

/**
 * Maps rows to items, in order; `defaultsOf` gives the values without a field. @throws UpstreamError `mismatch` naming the key when no row has
 * an id, a title or a URL.
 */
export function mapRows<Row>(
  rows: readonly Row[],
  fields: ItemFields<Row>,
  { base, now, zone, onFields }: RowContext,
  defaultsOf?: (row: Row) => HotItem,
): HotItem[] {
  const items = rows.map((row): HotItem => {
    const read = (key: keyof ItemFields<Row>) => fields[key]?.read(row)
    const made = {
      id: read('id'),
      title: read('title'),
      url: resolveLink(base, read('url')),
      mobileUrl: resolveLink(base, read('mobileUrl')),
      pubDate: parseTime(read('time'), now, zone),
      // Sites write 0 where they do not know it.
      hot: parseNumber(read('hot')) || undefined,
      hover: read('hover'),
      info: read('info'),
      icon: toHttps(resolveLink(base, read('icon'))),
    }
    const item = defaultsOf ? withDefaults(made, fields, defaultsOf(row)) : made
    return { ...item, id: item.id ?? item.url }
  })
  onFields?.(base, rows.length, foundFields(rows, fields, items))
  if (rows.length === 0) return items
  for (const key of ['title', 'url', 'id'] as const) {
    const field = fields[key]
    const isMissing =
      key === 'id' ? !rows.some((row) => field?.read(row)) : items.every((item) => item[key] === undefined)
    if (!field || !isMissing) continue
    const found = `${key}: ${field.source.slice(0, 100)} finds ${key === 'url' ? 'no URL' : 'nothing'}`
    throw new UpstreamError('mismatch', `${found} in any of ${rows.length} rows${groupHint(rows)}`)
  }
  return items
}

const shownRows = 3

function foundFields<Row>(rows: readonly Row[], fields: ItemFields<Row>, items: readonly HotItem[]): FieldFound[] {
  return fieldKeys.flatMap((key) => {
    const field = fields[key]
    const made = items.map((item) => item[key === 'time' ? 'pubDate' : key])
    const values = field
      ? rows.map((row) => field.read(row))
      : made.map((value) => (value instanceof Date ? value.toISOString() : value?.toString() || undefined))
    const found = values.filter((value) => value !== undefined).length
    // The link serves as id.
    if (!field && (found === 0 || key === 'id')) return []
    return [{ key, source: field?.source, found, first: values.slice(0, shownRows) }]
  })
}

function withDefaults<Row>(made: HotItem, { time, ...fields }: ItemFields<Row>, defaults: HotItem): HotItem {
  const given = new Set<string>([...Object.keys(fields), ...(time ? ['pubDate'] : [])])
  return { ...made, ...Object.fromEntries(Object.entries(defaults).filter(([key]) => !given.has(key))) }
}

/** Rows that are arrays are usually groups of rows. */
function groupHint(rows: readonly unknown[]): string {
  return rows.every(Array.isArray) ? '; the rows are arrays: end items with [*] to select their entries' : ''
}

function parseNumber(text: string | undefined): number | undefined {
  return text !== undefined && isPlainNumber(text) ? Number(text) : amountOf(text)
}
