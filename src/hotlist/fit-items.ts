// Sanitizes the items that a source returns: validates, cleans, truncates and deduplicates them.
import { z } from 'zod'
import { cut, eachOnce, oneLine } from '../reading/texts.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { boundedAddress, cutText, withoutControls, withoutInvisible } from '../upstream/text-bounds.ts'
import type { HotItem } from './hot-list.ts'

/** A sanitized item; its rank is its index in the list. */
export interface ListItem {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly mobileUrl?: string
  /** Epoch milliseconds. */
  readonly pubDate?: number
  readonly hot?: number
  readonly hover?: string
  readonly info?: string
  readonly date?: string
  readonly icon?: string
  /** Ranks gained since the previous list; absent when the item was not in it. */
  readonly gained?: number
}

/** Requires a schema for every field of an item. */
type Fields = { readonly [Field in keyof ListItem]-?: z.ZodType<ListItem[Field]> }

/** Maximum characters of each text; a truncated text ends with an ellipsis. */
const longest = { id: 500, title: 300, hover: 1_000, info: 100, date: 40 }

/** The schema of a text that `lineOf` or `linesOf` returns. */
function text(length: number, clean: (text: string) => string) {
  return z
    .string()
    .min(1)
    .max(length + 1)
    .refine((text) => clean(text) === text)
}

const address = z.string().refine((text) => addressOf(text) === text)
/** The largest time value of a JavaScript Date, in milliseconds. */
const lastTime = 8.64e15
const shape = z.strictObject({
  id: text(longest.id, plainLine),
  title: text(longest.title, plainLine),
  url: address,
  mobileUrl: address.exactOptional(),
  pubDate: z.number().min(-lastTime).max(lastTime).exactOptional(),
  hot: z.number().exactOptional(),
  hover: text(longest.hover, withoutControls).exactOptional(),
  info: text(longest.info, withoutControls).exactOptional(),
  date: text(longest.date, withoutControls).exactOptional(),
  icon: address.exactOptional(),
  gained: z.number().exactOptional(),
} satisfies Fields)

/** Whether a cached value, perhaps from an older version, is a valid item. */
export function isListItem(item: unknown): boolean {
  return shape.safeParse(item).success
}

/** Maximum items that are cached and shown. */
const mostItems = 50
const mostGiven = 1_000

/** Whether an array has more items than are cached of a list. */
export function isMoreThanKept(items: readonly unknown[]): boolean {
  return items.length > mostItems
}

/** Sanitizes the items of a list for caching. @throws UpstreamError `mismatch` as `fitItems` does. */
export function keptItems(given: readonly HotItem[], mayBeEmpty: boolean): ListItem[] {
  if (!Array.isArray(given)) throw new UpstreamError('mismatch', 'the source returned no list')
  // Copied, because a substring of a page would keep the whole page in memory.
  return structuredClone(fitItems(given, mayBeEmpty).slice(0, mostItems))
}

/**
 * Sanitizes items and drops invalid ones and duplicate ids.
 * @throws UpstreamError `mismatch` when no given item is valid, or none is given unless `mayBeEmpty`.
 */
export function fitItems(given: readonly HotItem[], mayBeEmpty: boolean): ListItem[] {
  const items = eachOnce(given.slice(0, mostGiven).flatMap((item) => itemOf(item) ?? []))
  if (items.length > 0 || (mayBeEmpty && given.length === 0)) return items
  const reason = given.length === 0 ? 'the list is empty' : `none of ${given.length} items has an id, a title and a URL`
  throw new UpstreamError('mismatch', reason)
}

function itemOf(given: HotItem): ListItem | undefined {
  const id = lineOf(typeof given.id === 'number' ? String(given.id) : given.id, longest.id)
  const title = lineOf(given.title, longest.title)
  const url = addressOf(given.url)
  if (id === undefined || title === undefined || url === undefined) return undefined
  const at = given.pubDate?.getTime()
  const { hot } = given
  return withoutAbsent({
    id,
    title,
    url,
    mobileUrl: addressOf(given.mobileUrl),
    pubDate: at !== undefined && Number.isFinite(at) ? at : undefined,
    hot: typeof hot === 'number' && Number.isFinite(hot) ? hot : undefined,
    hover: linesOf(given.hover, longest.hover),
    info: linesOf(given.info, longest.info),
    date: linesOf(given.date, longest.date),
    icon: addressOf(given.icon),
  })
}

function plainLine(text: string): string {
  return oneLine(withoutControls(text))
}

function lineOf(given: unknown, length: number): string | undefined {
  return cleaned(given, length, plainLine)
}

/** Cleans a text and keeps its line breaks. */
function linesOf(given: unknown, length: number): string | undefined {
  return cleaned(given, length, withoutControls)
}

/** Removes invisible characters; undefined when nothing is left. Long texts are truncated before cleaning. */
function cleaned(given: unknown, length: number, clean: (text: string) => string): string | undefined {
  const text = typeof given === 'string' ? clean(cutText(given, 4 * length)) : ''
  return text.trim() === '' ? undefined : cut(text, length)
}

/** An http or https URL, unchanged; invisible characters in it are percent-encoded (`%E2%80%8B`). */
function addressOf(address: string | null | undefined): string | undefined {
  const url = typeof address === 'string' ? boundedAddress(address.trim()) : ''
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  return withoutInvisible(url, '') === url ? url : boundedAddress(new URL(url).href) || undefined
}

type Absentable<Whole> = { readonly [Field in keyof Whole]: Whole[Field] | undefined }

function withoutAbsent(item: Absentable<ListItem> & Pick<ListItem, 'id' | 'title' | 'url'>): ListItem {
  const { id, title, url, ...others } = item
  return { id, title, url, ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) }
}

/** Adds to each item the number of ranks gained since the previous list. */
export function withGains(items: readonly ListItem[], before: readonly ListItem[]): ListItem[] {
  const places = new Map(before.map(({ id }, place) => [id, place]))
  return items.map((item, place) => {
    const was = places.get(item.id)
    return was === undefined ? item : { ...item, gained: was - place }
  })
}
