// Declared lists that are feeds (RSS, Atom, JSON Feed): what an entry gives without further keys, and its elements by name.
import { feedTime } from '../../parsing/feed-time.ts'
import { oneLine, titleText, truncate } from '../../parsing/text.ts'
import type { ReadEntry } from '../../upstream/net/feed.ts'
import type { HotItem } from '../list-definition.ts'
import { resolveLink, toHttps } from '../sites/links.ts'
import type { FieldForm } from './field-selector.ts'
import type { fieldKeys } from './keys.ts'
import { parseTime, type RowContext } from './map-rows.ts'

/** Maximum length of a title made from the summary: microblog posts have no title. */
const maxTitleLength = 100

export function entryDefaults({ base, now, zone }: RowContext): (row: ReadEntry) => HotItem {
  return ({ entry: { id, url, title, time, summary, author, image } }) => {
    const hover = titleText(summary)
    return {
      id: id || undefined,
      title: titleText(title) || truncate(hover, maxTitleLength) || undefined,
      url: resolveLink(base, url),
      pubDate: zone === undefined ? feedTime(time, title) : parseTime(time, now, zone),
      hover,
      info: oneLine(author),
      icon: toHttps(resolveLink(base, image)),
    }
  }
}

/** `name`, `prefix:name`, names of elements in each other with a slash between, and `@attribute` of the last. */
const elementPath = /^[\w.-]+(?::[\w.-]+)?(?:\/[\w.-]+(?::[\w.-]+)?){0,4}(?:@[\w:.-]+)?$/

/** How the values of an entry are read: by the names of elements; `link` is its link and `guid` its id in any kind of feed. */
export function feedForm(key: (typeof fieldKeys)[number]): Omit<FieldForm<ReadEntry>, 'isAddress'> {
  const path = (source: string) => {
    if (!elementPath.test(source))
      throw new Error('is not the name of an element: guid, dc:creator, a/b for b in a, a@b for the attribute b of a')
    if (source === 'link') return ({ entry }: ReadEntry) => [entry.url]
    if (source === 'guid') return ({ entry }: ReadEntry) => [entry.id]
    return ({ valuesAt }: ReadEntry) => valuesAt(source)
  }
  return ['title', 'hover', 'info'].includes(key) ? { path, clean: titleText } : { path }
}
