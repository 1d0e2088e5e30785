// Parses RSS, Atom, RDF and JSON feeds into one entry format.
import { type ChildNode, type Element, isCDATA, isTag, isText } from 'domhandler'
import { z } from 'zod'
import { UpstreamError } from '../errors.ts'
import { parseReplyJson } from '../reply-elements.ts'
import type { FeedEntry } from '../source.ts'
import { addressWithinLimit, maxCharacters, truncateText } from '../text-limits.ts'
import { innerHtml, parseXml } from './html-page.ts'

/** An entry, and what its elements hold. */
export interface ReadEntry {
  readonly entry: FeedEntry
  /** The texts of the elements at a path, `a/b` or `a@attribute`, as they are in the feed; a JSON feed has none. */
  valuesAt(path: string): string[]
}

/** Parses RSS, Atom, RDF or a JSON feed. @throws UpstreamError `mismatch` if it is none of them, or truncated. */
export function parseFeed(text: string): FeedEntry[] {
  return readFeed(text).map(({ entry }) => entry)
}

/** The same with the elements of each entry. */
export function readFeed(text: string): ReadEntry[] {
  if (/^\s*\{/.test(text))
    return parseJsonFeed(text).map((entry) => ({ entry: truncateEntry(entry), valuesAt: () => [] }))
  return parseXmlFeed(text)
}

/** The title of a whole feed, in which there may be HTML; '' if it has none. @throws UpstreamError `mismatch` as `parseFeed`. */
export function readFeedTitle(text: string): string {
  if (/^\s*\{/.test(text))
    return truncateText(textAsHtml(jsonFeed.safeParse(parseJson(text)).data?.title ?? ''), maxCharacters.title)
  return truncateText(firstTitle(headOf(parseXml(text))), maxCharacters.title)
}

const rootNames = new Set(['rss', 'rdf', 'feed'])
const entries = new Set(['item', 'entry'])

function parseXmlFeed(text: string): ReadEntry[] {
  const root = parseXml(text)
  if (!rootNames.has(root.name))
    throw new UpstreamError('mismatch', `not the feed this source expects: it is ${truncateText(root.name, 40)}`)
  const home = pageLink(headOf(root)) ?? ''
  return entriesIn(root)
    .slice(0, maxEntries)
    .map((element) => {
      const base = element.attribs['xml:base'] ?? root.attribs['xml:base']
      const { url, ...fields } = parseEntry(element, base)
      const entry = truncateEntry({ ...fields, url: url || resolveUrl(home, base) })
      return { entry, valuesAt: (path) => valuesAt(element, path) }
    })
}

function valuesAt(entry: Element, path: string): string[] {
  const [names = '', attribute] = path.toLowerCase().split('@')
  const elements = names
    .split('/')
    .reduce(
      (found, name) => found.flatMap(({ children }) => children.filter(isTag).filter((child) => child.name === name)),
      [entry],
    )
  const values = elements.map((element) =>
    attribute === undefined ? elementText(element) : (element.attribs[attribute] ?? ''),
  )
  return values.map((value) => truncateText(value, maxCharacters.text))
}

/** The fields of a whole feed: those of its root and of the channel in it. */
function headOf(root: Element): Element[] {
  const own = root.children.filter(isTag)
  const channels = own.filter(({ name }) => name === 'channel')
  return [...own, ...channels.flatMap(({ children }) => children.filter(isTag))]
}

/** As HTML; '' if no title has a text. */
function firstTitle(fields: readonly Element[]): string {
  const titles = fields.filter(({ name }) => name === 'title')
  return titles.map(titleHtml).find((title) => title !== '') ?? ''
}

/** More entries than any real feed has. */
const maxEntries = 1_000

/** Truncates the texts of an entry to realistic lengths; an address that is too long becomes ''. */
function truncateEntry({ id, url, title, time, summary, author, image }: FeedEntry): FeedEntry {
  return {
    id: truncateText(id, maxCharacters.address),
    url: addressWithinLimit(url),
    title: truncateText(title, maxCharacters.title),
    time: truncateText(time, 100),
    summary: truncateText(summary, maxCharacters.text),
    author: truncateText(author, maxCharacters.title),
    image: addressWithinLimit(image),
  }
}

/** The entries at any depth; an entry inside another one is a part of that one. */
function entriesIn(element: Element): Element[] {
  const children = element.children.filter(isTag)
  return children.flatMap((child) => (entries.has(child.name) ? [child] : entriesIn(child)))
}

/** Reads the fields of an entry: each has several names, but no name two meanings. `base` is Atom's base URL. */
function parseEntry(entry: Element, base: string | undefined): FeedEntry {
  const fields = entry.children.filter(isTag)
  const first = (...names: string[]) => names.map((name) => fieldText(fields, name)).find((text) => text !== '') ?? ''
  return {
    id: first('guid', 'id') || (entry.attribs['rdf:about'] ?? ''),
    url: resolveUrl(entryLink(fields), base),
    title: firstTitle(fields),
    time: first('updated', 'modified', 'pubdate', 'published', 'dc:date', 'issued', 'created'),
    summary: first('description', 'summary', 'content:encoded', 'content'),
    author: authorName(fields) || first('dc:creator', 'author'),
    image: imageUrl(fields),
  }
}

function resolveUrl(link: string, base: string | undefined): string {
  return link === '' || base === undefined ? link : (URL.parse(link, base)?.href ?? link)
}

/** The author's name in Atom: a `name` element inside `author`. */
function authorName(fields: readonly Element[]): string {
  const author = fields.find(({ name }) => name === 'author')
  return author ? fieldText(author.children.filter(isTag), 'name') : ''
}

const imageFields = new Set(['enclosure', 'media:content', 'media:thumbnail'])

/** The address of the first enclosure or thumbnail that is declared an image. */
function imageUrl(fields: readonly Element[]): string {
  const found = fields.find(({ name, attribs: { type = '', medium = '', url } }) => {
    const isPicture = type.startsWith('image/') || medium === 'image' || name === 'media:thumbnail'
    return imageFields.has(name) && url !== undefined && isPicture
  })
  return found?.attribs.url?.trim() ?? ''
}

function fieldText(fields: readonly Element[], name: string): string {
  const field = fields.find((field) => field.name === name)
  return field ? elementText(field) : ''
}

/** The text of a field; unescaped tags are part of the text. */
function elementText(field: Element): string {
  // Most fields are texts only, and the writer of markup costs ten times as much.
  const nodes = field.children.flatMap((node) => (isCDATA(node) ? node.children : [node]))
  if (field.attribs.type !== 'xhtml' && nodes.every(isText))
    return nodes
      .map(({ data }) => data)
      .join('')
      .trim()
  return innerHtml(field, field.attribs.type === 'xhtml' ? 'as HTML' : 'as read').trim()
}

/** The link of an entry: to its page, else a permanent `guid`, else its media file. */
function entryLink(fields: readonly Element[]): string {
  const guid = fields.find(({ name, attribs }) => name === 'guid' && attribs.ispermalink !== 'false')
  const permalink = guid ? elementText(guid) : ''
  return pageLink(fields) ?? (/^https?:/i.test(permalink) ? permalink : mediaLink(fields))
}

/** The text of `link` (RSS), or the address of the `link` that names the page itself (Atom). */
function pageLink(fields: readonly Element[]): string | undefined {
  const links = fields.filter(({ name }) => name === 'link')
  const written = links.map(elementText).find((text) => text !== '')
  const named = links.find(({ attribs: { rel = 'alternate' } }) => rel === 'alternate')?.attribs.href?.trim()
  return written ?? (named || undefined)
}

/** The address of the enclosure, or of another link of an Atom entry. */
function mediaLink(fields: readonly Element[]): string {
  const isMedia = ({ name, attribs: { type = '', medium = '' } }: Element) =>
    (name === 'enclosure' || name === 'media:content') && !type.startsWith('image/') && medium !== 'image'
  const files = fields.filter(isMedia).map(({ attribs }) => attribs.url?.trim() ?? '')
  const others = fields.filter(({ name }) => name === 'link').map(({ attribs }) => attribs.href?.trim() ?? '')
  return [...files, ...others].find((address) => address !== '') ?? ''
}

// Fields are often malformed, which is no reason to reject the feed.
const text = z.string().nullish().catch(null)
const writer = z.object({ name: text })
const jsonFeed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  title: text,
  home_page_url: text,
  items: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).nullish().catch(null),
      url: text,
      external_url: text,
      title: text,
      date_modified: text,
      date_published: text,
      summary: text,
      content_text: text,
      content_html: text,
      authors: z.array(writer).nullish().catch(null),
      author: writer.nullish().catch(null),
      image: text,
      banner_image: text,
      attachments: z
        .array(z.object({ url: text }))
        .nullish()
        .catch(null),
    }),
  ),
})

/** @see https://www.jsonfeed.org/version/1.1/ */
function parseJsonFeed(body: string): FeedEntry[] {
  const { data } = jsonFeed.safeParse(parseJson(body))
  if (!data) throw new UpstreamError('mismatch', 'not the feed this source expects: JSON of another shape')
  return data.items.slice(0, maxEntries).map((item) => ({
    id: String(item.id ?? ''),
    url: item.url || item.external_url || item.attachments?.[0]?.url || data.home_page_url || '',
    title: textAsHtml(item.title ?? ''),
    time: item.date_modified || item.date_published || '',
    summary: textAsHtml(item.summary || item.content_text || '') || item.content_html || '',
    // Version 1.0 had a single author.
    author: item.authors?.[0]?.name ?? item.author?.name ?? '',
    image: item.image || item.banner_image || '',
  }))
}

function parseJson(body: string): unknown {
  try {
    return parseReplyJson(body.trim())
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('mismatch', 'not the feed this source expects: it is not JSON', { cause: error })
  }
}

/** Elements that occur as markup in titles; any other tag is what the title is about, as in `List<String>`. */
const notMarkup =
  /<(?!\/?(?:a|abbr|b|bdi|big|blockquote|br|cite|code|del|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|nobr|ol|p|pre|q|s|samp|small|span|strike|strong|sub|sup|tt|u|ul|var|wbr)(?:[\s/][^<>]{0,2000})?>)/gi

/**
 * A title as HTML. Of RSS, and of Atom without a type, markup is meant in CDATA and in unescaped tags only; of Atom
 * `text` nowhere, of `html` everywhere.
 */
function titleHtml(title: Element): string {
  const { type = '' } = title.attribs
  if (type.includes('xhtml')) return innerHtml(title, 'as HTML').trim()
  const children = title.children.map((node) => partHtml(node, type)).join('')
  return children.trim()
}

function partHtml(node: ChildNode, type: string): string {
  if (isText(node)) return type.includes('html') ? markupAsHtml(node.data) : textAsHtml(node.data)
  if (!isCDATA(node)) return innerHtml({ children: [node] }, 'as read')
  const text = innerHtml(node, 'as read')
  return type === 'text' || type === 'text/plain' ? textAsHtml(text) : markupAsHtml(text)
}

/** A text as HTML. Entities stay, because many feeds escape them twice. */
function textAsHtml(text: string): string {
  return text.replaceAll('<', '&lt;')
}

function markupAsHtml(html: string): string {
  return html.replace(notMarkup, '&lt;')
}
