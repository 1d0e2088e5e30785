// Parses RSS, Atom, RDF and JSON feeds into one entry format.
import { type Element, isTag } from 'domhandler'
import { z } from 'zod'
import { UpstreamError } from './errors.ts'
import { readXmlTree, writtenIn } from './page.ts'
import type { FeedEntry } from './source.ts'
import { boundedAddress, cutText, maxCharacters } from './text-bounds.ts'

/** Parses RSS, Atom, RDF or a JSON feed. @throws UpstreamError `mismatch` if it is none of them, or truncated. */
export function readFeed(text: string): FeedEntry[] {
  return /^\s*\{/.test(text) ? readJsonFeed(text) : readXmlFeed(text)
}

const roots = new Set(['rss', 'rdf', 'feed'])
const entries = new Set(['item', 'entry'])

function readXmlFeed(text: string): FeedEntry[] {
  const root = readXmlTree(text)
  if (!roots.has(root.name))
    throw new UpstreamError('mismatch', `not the feed this source expects: it is ${cutText(root.name, 40)}`)
  return entriesIn(root)
    .slice(0, maxEntries)
    .map((entry) => bounded(entryOf(entry, entry.attribs['xml:base'] ?? root.attribs['xml:base'])))
}

/** More entries than any real feed has. */
const maxEntries = 1_000

/** Truncates the texts of an entry to realistic lengths; an address that is too long becomes ''. */
function bounded({ id, url, title, time, summary, author, image }: FeedEntry): FeedEntry {
  return {
    id: cutText(id, maxCharacters.address),
    url: boundedAddress(url),
    title: cutText(title, maxCharacters.title),
    time: cutText(time, 100),
    summary: cutText(summary, maxCharacters.text),
    author: cutText(author, maxCharacters.title),
    image: boundedAddress(image),
  }
}

/** The entries at any depth; an entry inside another one is a part of that one. */
function entriesIn(element: Element): Element[] {
  const children = element.children.filter(isTag)
  return children.flatMap((child) => (entries.has(child.name) ? [child] : entriesIn(child)))
}

/**
 * Reads the fields of an entry. RSS, RDF and Atom use different names for the same fields, but no name has two
 * meanings. `base` is Atom's base URL for links.
 */
function entryOf(entry: Element, base: string | undefined): FeedEntry {
  const fields = entry.children.filter(isTag)
  const first = (...names: string[]) => names.map((name) => textOf(fields, name)).find((text) => text !== '') ?? ''
  return {
    id: first('guid', 'id') || (entry.attribs['rdf:about'] ?? ''),
    url: based(linkOf(fields), base),
    title: first('title'),
    time: first('updated', 'modified', 'pubdate', 'published', 'dc:date', 'issued', 'created'),
    summary: first('description', 'summary', 'content:encoded', 'content'),
    author: nameIn(fields) || first('dc:creator', 'author'),
    image: pictureOf(fields),
  }
}

function based(link: string, base: string | undefined): string {
  return link === '' || base === undefined ? link : (URL.parse(link, base)?.href ?? link)
}

/** The author's name in Atom: a `name` element inside `author`. */
function nameIn(fields: readonly Element[]): string {
  const author = fields.find(({ name }) => name === 'author')
  return author ? textOf(author.children.filter(isTag), 'name') : ''
}

const pictures = new Set(['enclosure', 'media:content', 'media:thumbnail'])

/** The address of the first enclosure or thumbnail that is declared an image. */
function pictureOf(fields: readonly Element[]): string {
  const found = fields.find(({ name, attribs: { type = '', medium = '', url } }) => {
    const isPicture = type.startsWith('image/') || medium === 'image' || name === 'media:thumbnail'
    return pictures.has(name) && url !== undefined && isPicture
  })
  return found?.attribs.url?.trim() ?? ''
}

function textOf(fields: readonly Element[], name: string): string {
  const field = fields.find((field) => field.name === name)
  return field ? textIn(field) : ''
}

/** The text of a field; unescaped tags are part of the text. */
function textIn(field: Element): string {
  return writtenIn(field, field.attribs.type === 'xhtml' ? 'as HTML' : 'as read').trim()
}

/** The link of an entry: the text of `link` (RSS), the address of a `link` (Atom), or a permanent `guid`. */
function linkOf(fields: readonly Element[]): string {
  const links = fields.filter(({ name }) => name === 'link')
  const written = links.map(textIn).find((text) => text !== '')
  const isOfEntry = ({ attribs: { rel = 'alternate' } }: Element) => rel === 'alternate'
  const named = (links.find(isOfEntry) ?? links[0])?.attribs.href
  const guid = fields.find(({ name, attribs }) => name === 'guid' && attribs.ispermalink !== 'false')
  const lasting = guid ? textIn(guid) : ''
  return written ?? named?.trim() ?? (/^https?:/i.test(lasting) ? lasting : '')
}

const text = z.string().nullish()
const writer = z.object({ name: text })
const jsonFeed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  items: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).nullish(),
      url: text,
      title: text,
      date_modified: text,
      date_published: text,
      summary: text,
      content_text: text,
      content_html: text,
      // Often malformed, which is no reason to reject the feed.
      authors: z.array(writer).nullish().catch(null),
      author: writer.nullish().catch(null),
      image: text.catch(null),
    }),
  ),
})

/** @see https://www.jsonfeed.org/version/1.1/ */
function readJsonFeed(body: string): FeedEntry[] {
  const { data } = jsonFeed.safeParse(parsed(body))
  if (!data) throw new UpstreamError('mismatch', 'not the feed this source expects: JSON of another shape')
  return data.items.slice(0, maxEntries).map((item) =>
    bounded({
      id: String(item.id ?? ''),
      url: item.url ?? '',
      title: item.title ?? '',
      time: item.date_modified ?? item.date_published ?? '',
      summary: item.summary ?? item.content_text ?? item.content_html ?? '',
      // Version 1.0 had a single author.
      author: item.authors?.[0]?.name ?? item.author?.name ?? '',
      image: item.image ?? '',
    }),
  )
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new UpstreamError('mismatch', 'not the feed this source expects: it is not JSON', { cause: error })
  }
}
