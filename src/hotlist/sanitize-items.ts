// Sanitizes the items that a source returns: validates, cleans, truncates and deduplicates them.
import { z } from 'zod'
import { oneLine, truncate, uniqueById } from '../parsing/text.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { addressWithinLimit, removeControls, removeInvisible, truncateText } from '../upstream/text-limits.ts'
import type { HotItem } from './list-definition.ts'

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
  /** It was not in the previous list, but perhaps a while ago. */
  readonly arrival?: 'new' | 'back'
  /** Since when it is on the list without a break, in epoch milliseconds. */
  readonly since?: number
}

type ItemSchemas = { readonly [Field in keyof ListItem]-?: z.ZodType<ListItem[Field]> }

/** Maximum characters of each text; a truncated text ends with an ellipsis. */
const maxLength = { id: 500, title: 300, hover: 1_000, info: 100, date: 40 }

function text(length: number, clean: (text: string) => string) {
  return z
    .string()
    .min(1)
    .max(length + 1)
    .refine((text) => clean(text) === text)
}

const address = z.string().refine((text) => sanitizeUrl(text) === text)
const maxTime = 8.64e15
const shape = z.strictObject({
  id: text(maxLength.id, plainLine),
  title: text(maxLength.title, plainLine),
  url: address,
  mobileUrl: address.exactOptional(),
  pubDate: z.number().min(-maxTime).max(maxTime).exactOptional(),
  hot: z.number().exactOptional(),
  hover: text(maxLength.hover, removeControls).exactOptional(),
  info: text(maxLength.info, removeControls).exactOptional(),
  date: text(maxLength.date, removeControls).exactOptional(),
  icon: address.exactOptional(),
  gained: z.number().exactOptional(),
  arrival: z.enum(['new', 'back']).exactOptional(),
  since: z.number().exactOptional(),
} satisfies ItemSchemas)

/** Whether a cached value, perhaps from an older version, is a valid item. */
export function isListItem(item: unknown): boolean {
  return shape.safeParse(item).success
}

const maxItems = 50
const maxGivenItems = 1_000

export function exceedsStoredItems(items: readonly unknown[]): boolean {
  return items.length > maxItems
}

/** Sanitizes the items of a list for caching. @throws UpstreamError `mismatch` as `sanitizeItems` does. */
export function storableItems(given: readonly HotItem[], mayBeEmpty: boolean): ListItem[] {
  if (!Array.isArray(given)) throw new UpstreamError('mismatch', 'the source returned no list')
  // Copied, because a substring of a page would keep the whole page in memory.
  return structuredClone(sanitizeItems(given, mayBeEmpty).slice(0, maxItems))
}

/**
 * Sanitizes items and drops invalid ones and duplicate ids.
 * @throws UpstreamError `mismatch` when no given item is valid, or none is given unless `mayBeEmpty`.
 */
export function sanitizeItems(given: readonly HotItem[], mayBeEmpty: boolean): ListItem[] {
  const items = uniqueById(withOwnIds(given.slice(0, maxGivenItems).flatMap((item) => sanitizeItem(item) ?? [])))
  if (items.length > 0 || (mayBeEmpty && given.length === 0)) return items
  const reason = given.length === 0 ? 'the list is empty' : `none of ${given.length} items has an id, a title and a URL`
  throw new UpstreamError('mismatch', reason)
}

/**
 * Replaces an id that items with different links share by their link; and where all items have one link, such as the feed's home, an id that
 * different titles share by their title. The same link twice with the same id is the same item.
 */
function withOwnIds(items: readonly ListItem[]): ListItem[] {
  const hasOneLink = new Set(items.map(({ url }) => url)).size === 1
  const keyOf = ({ url, title }: ListItem) => (hasOneLink ? title : url)
  const keys = new Map<string, string>()
  const sharedIds = new Set<string>()
  for (const item of items) {
    const first = keys.get(item.id) ?? keyOf(item)
    keys.set(item.id, first)
    if (first !== keyOf(item)) sharedIds.add(item.id)
  }
  return items.map((item) => (sharedIds.has(item.id) ? { ...item, id: truncate(keyOf(item), maxLength.id) } : item))
}

function sanitizeItem(given: HotItem): ListItem | undefined {
  const id = cleanText(typeof given.id === 'number' ? String(given.id) : given.id, maxLength.id, plainLine)
  const title = cleanText(given.title, maxLength.title, plainLine)
  const url = sanitizeUrl(given.url)
  if (id === undefined || title === undefined || url === undefined) return undefined
  const at = given.pubDate?.getTime()
  const { hot } = given
  return withoutUndefined({
    id,
    title,
    url,
    mobileUrl: sanitizeUrl(given.mobileUrl),
    pubDate: at !== undefined && Number.isFinite(at) ? at : undefined,
    hot: typeof hot === 'number' && Number.isFinite(hot) ? hot : undefined,
    hover: cleanText(given.hover, maxLength.hover, removeControls),
    info: cleanText(given.info, maxLength.info, removeControls),
    date: cleanText(given.date, maxLength.date, removeControls),
    icon: sanitizeUrl(given.icon),
  })
}

function plainLine(text: string): string {
  return oneLine(removeControls(text))
}

/** Removes invisible characters; undefined when nothing is left. Long texts are truncated before cleaning. */
function cleanText(given: unknown, length: number, clean: (text: string) => string): string | undefined {
  const text = typeof given === 'string' ? clean(truncateText(given, 4 * length)) : ''
  return text.trim() === '' ? undefined : truncate(text, length)
}

/**
 * An http or https URL, unchanged; invisible characters in it are percent-encoded (`%E2%80%8B`), and a name with a password before the host is
 * removed: it would look like another site.
 */
function sanitizeUrl(address: string | null | undefined): string | undefined {
  const url = typeof address === 'string' ? addressWithinLimit(address.trim()) : ''
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!parsed) return undefined
  if (parsed.username + parsed.password !== '') {
    Object.assign(parsed, { username: '', password: '' })
    return addressWithinLimit(parsed.href) || undefined
  }
  return removeInvisible(url, '') === url ? url : addressWithinLimit(new URL(url).href) || undefined
}

type WithUndefined<Whole> = { readonly [Field in keyof Whole]: Whole[Field] | undefined }

function withoutUndefined(item: WithUndefined<ListItem> & Pick<ListItem, 'id' | 'title' | 'url'>): ListItem {
  const { id, title, url, ...others } = item
  return { id, title, url, ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) }
}
