// The form of items: links, image URLs, query values, the fields of articles, and the order of a timeline.
import { titleText } from '../../parsing/text.ts'
import { isFuture } from '../../parsing/times.ts'
import type { HotItem } from '../list-definition.ts'
/** Resolves `href` against `base`; undefined for a missing or blank link, a fragment or a script. */
export function resolveLink(base: string, href: string | null | undefined): string | undefined {
  const path = href?.trim() ?? ''
  const url = path === '' || path.startsWith('#') ? null : URL.parse(path, base)
  return url?.protocol.startsWith('http') ? url.href : undefined
}

/** Changes an http or protocol-relative image URL to https, because https pages block others. */
export function toHttps(address: string | null | undefined): string | undefined {
  return address?.trim().replace(/^(?:http:)?\/\//i, 'https://')
}

/** Encodes a query value; lone surrogates become U+FFFD. */
export function encodeForQuery(words: string): string {
  return encodeURIComponent(words.toWellFormed())
}

/** Strips tags from title and summary, defaults the mobile URL to the URL, and loads the image over https. */
export function articleItem(given: HotItem): HotItem {
  return {
    mobileUrl: given.url,
    ...given,
    title: titleText(given.title),
    hover: titleText(given.hover),
    icon: toHttps(given.icon),
  }
}

/** Sorts items newest first. The sort is stable; items without a time, or with one in the future, come last. */
export function newestFirst(items: readonly HotItem[], now: Date): HotItem[] {
  const timeOf = ({ pubDate }: HotItem) => (pubDate && !isFuture(pubDate, now) ? pubDate.getTime() : 0)
  return items.toSorted((one, other) => timeOf(other) - timeOf(one))
}
