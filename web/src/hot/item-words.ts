// Formats the details of an item: heat or age, movement, link.
import type { Item } from '../../../src/contract/hotlist.ts'
import { ageText, amountText } from '../ages.ts'
import type { Language } from '../languages.ts'

/** Returns heat, age or note of an item; empty if unknown. */
export function sideText({ hot, pubDate, extra }: Item, now: number, language: Language): string {
  if (extra?.info !== undefined) return extra.info
  if (hot !== undefined) return amountText(hot, language)
  return pubDate === undefined ? (extra?.date ?? '') : ageText(pubDate, now, language)
}

/** Width of two lines in columns; a Chinese character takes two columns. */
const mostColumns = 56

/** Whether a title needs more than two lines. */
export function isLong(title: string): boolean {
  return title.replace(/[\u2e80-\uffff]/g, '  ').length > mostColumns
}

/** Change since the previous list. */
export type Movement = 'new' | { readonly places: number }

/** Returns the change of an item; undefined if it did not move or that is unknown. */
export function movementOf(
  { id, extra }: Item,
  { arrived, isTimeLine }: { readonly arrived: ReadonlySet<string>; readonly isTimeLine: boolean },
): Movement | undefined {
  if (arrived.has(id)) return 'new'
  // In lists ordered by time, every item moves down.
  if (isTimeLine) return undefined
  return extra?.diff ? { places: extra.diff } : undefined
}

/** Returns the http(s) link of an item; undefined if it has none. */
export function addressOf({ url, mobileUrl }: Item, isNarrow: boolean): string | undefined {
  const wanted = isNarrow ? [mobileUrl, url] : [url]
  return wanted.find((address) => address !== undefined && /^https?:\/\//i.test(address))
}
