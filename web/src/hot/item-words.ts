// What is told of an item beside its title.
import type { Item } from '../../../src/contract/hotlist.ts'
import { ageText, amountText } from '../ages.ts'
import type { Language } from '../languages.ts'

/** How hot it is, or when it was, in a word; empty where nothing is known. */
export function sideText({ hot, pubDate, extra }: Item, now: number, language: Language): string {
  if (extra?.info !== undefined) return extra.info
  if (hot !== undefined) return amountText(hot, language)
  return pubDate === undefined ? (extra?.date ?? '') : ageText(pubDate, now, language)
}

/** Columns of two lines: a Chinese character takes two. */
const mostColumns = 56

/** Is a title longer than the two lines it has room for? */
export function isLong(title: string): boolean {
  return title.replace(/[\u2e80-\uffff]/g, '  ').length > mostColumns
}

/** How it moved since the list before. */
export type Movement = 'new' | { readonly places: number }

/** Undefined where it did not move, or it is not known. */
export function movementOf(
  { id, extra }: Item,
  { arrived, isTimeLine }: { readonly arrived: ReadonlySet<string>; readonly isTimeLine: boolean },
): Movement | undefined {
  if (arrived.has(id)) return 'new'
  // By time all move down as others come.
  if (isTimeLine) return undefined
  return extra?.diff ? { places: extra.diff } : undefined
}

/** The address a title leads to; undefined where a browser should not be sent there. */
export function addressOf({ url, mobileUrl }: Item, isNarrow: boolean): string | undefined {
  const wanted = isNarrow ? [mobileUrl, url] : [url]
  return wanted.find((address) => address !== undefined && /^https?:\/\//i.test(address))
}
