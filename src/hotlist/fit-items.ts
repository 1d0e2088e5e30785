// The items a source gives, made fit to be kept and shown.
import { z } from 'zod'
import { cut, eachOnce, oneLine } from '../reading/texts.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { boundedAddress, cutText, withoutControls, withoutInvisible } from '../upstream/text-bounds.ts'
import type { HotItem } from './hot-list.ts'

/** An item as it is kept: its place is its place in the list. */
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
  /** Places gained since the list before; absent when it was not in it. */
  readonly gained?: number
}

/** A schema for each field of an item, none left out. */
type Fields = { readonly [Field in keyof ListItem]-?: z.ZodType<ListItem[Field]> }

/** The most characters of each text; what is cut ends with an ellipsis. */
const longest = { id: 500, title: 300, hover: 1_000, info: 100, date: 40 }

/** A text as `lineOf` or `linesOf` gives it. */
function text(length: number, clean: (text: string) => string) {
  return z
    .string()
    .min(1)
    .max(length + 1)
    .refine((text) => clean(text) === text)
}

const address = z.string().refine((text) => addressOf(text) === text)
/** Farther from 1970 than this, in milliseconds, there are no dates. */
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

/** Is something that was kept, perhaps by an older Trawl, an item as they are today? */
export function isListItem(item: unknown): boolean {
  return shape.safeParse(item).success
}

/** More than any list shows at once. */
const mostItems = 50
const mostGiven = 1_000

/** Are there more items than are kept of any list? */
export function isMoreThanKept(items: readonly unknown[]): boolean {
  return items.length > mostItems
}

/** What of a list is kept. @throws UpstreamError `mismatch` as `fitItems` does. */
export function keptItems(given: readonly HotItem[], mayBeEmpty: boolean): ListItem[] {
  if (!Array.isArray(given)) throw new UpstreamError('mismatch', 'the source gave no list')
  // A text cut out of a page would keep the whole page in memory for as long as the list is kept.
  return structuredClone(fitItems(given, mayBeEmpty).slice(0, mostItems))
}

/**
 * What of a list can be shown, each id once.
 * @throws UpstreamError `mismatch` when nothing can of what was given, and when nothing was unless it `mayBeEmpty`.
 */
export function fitItems(given: readonly HotItem[], mayBeEmpty: boolean): ListItem[] {
  const items = eachOnce(given.slice(0, mostGiven).flatMap((item) => itemOf(item) ?? []))
  if (items.length > 0 || (mayBeEmpty && given.length === 0)) return items
  const reason =
    given.length === 0 ? 'the list is empty' : `none of ${given.length} items has an id, a title and an address`
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

/** A text of several lines, which stay. */
function linesOf(given: unknown, length: number): string | undefined {
  return cleaned(given, length, withoutControls)
}

/** What is left of a text without what nobody sees; undefined when that is nothing. Longer ones are cut before they are looked at. */
function cleaned(given: unknown, length: number, clean: (text: string) => string): string | undefined {
  const text = typeof given === 'string' ? clean(cutText(given, 4 * length)) : ''
  return text.trim() === '' ? undefined : cut(text, length)
}

/** An address of the web as it stands, which is all that may be linked to; what nobody sees in it is written out (`%E2%80%8B`). */
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

/** Says of each item how many places it gained since the list before. */
export function withGains(items: readonly ListItem[], before: readonly ListItem[]): ListItem[] {
  const places = new Map(before.map(({ id }, place) => [id, place]))
  return items.map((item, place) => {
    const was = places.get(item.id)
    return was === undefined ? item : { ...item, gained: was - place }
  })
}
