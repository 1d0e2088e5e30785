// Details of an item: heat or age, movement, link, the work it names.
import type { HotListItem } from '../../../src/contract/hotlist.ts'
import { formatAge, formatCompact } from '../format-time.ts'
import type { Language } from '../languages.ts'

/** Returns heat, age or note of an item; empty if unknown. */
export function sideText({ hot, pubDate, extra }: HotListItem, now: number, language: Language): string {
  if (extra?.info !== undefined) return extra.info
  if (hot !== undefined) return formatCompact(hot, language)
  return pubDate === undefined ? (extra?.date ?? '') : formatAge(pubDate, now, language)
}

/** Width of two lines in columns; a Chinese character takes two columns. */
const maxColumns = 56

export function isLong(title: string): boolean {
  return title.replace(/[\u2e80-\uffff]/g, '  ').length > maxColumns
}

export type Movement = 'new' | { readonly positions: number }

/** Returns the change of an item; undefined if it did not move or that is unknown. */
export function movementOf(
  { id, extra }: HotListItem,
  { addedIds, isTimeLine }: { readonly addedIds: ReadonlySet<string>; readonly isTimeLine: boolean },
): Movement | undefined {
  if (addedIds.has(id)) return 'new'
  // In lists ordered by time, every item moves down.
  if (isTimeLine) return undefined
  return extra?.diff ? { positions: extra.diff } : undefined
}

/** Returns the http(s) link of an item; undefined if it has none. */
export function itemUrl({ url, mobileUrl }: HotListItem, isNarrow: boolean): string | undefined {
  const candidates = isNarrow ? [mobileUrl, url] : [url]
  return candidates.find((address) => address !== undefined && /^https?:\/\//i.test(address))
}

/** Lists whose titles are names of films, series, books, games or programs. */
const workLists =
  /^(?:douban|douban-movie|iqiyi-.*|qqvideo-.*|weread(?:-.*)?|baidu-(?:novel|movie|teleplay|game)|steam|ghxi|producthunt)$/

/** Longer names in 《》 are those of laws and papers. */
const longestWork = 20

/** Returns the words that a search finds the item's work by; undefined if it names none. */
export function workOf(title: string, listId: string): string | undefined {
  const [, quoted] = /《([^《》]+)》/.exec(title) ?? []
  if (quoted !== undefined) return quoted.length <= longestWork ? quoted.trim() : undefined
  if (!workLists.test(listId)) return undefined
  return title.replace(/[【[(（][^】\])）]{0,40}[】\])）]/g, ' ').trim() || title
}
