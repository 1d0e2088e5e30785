// Renders feeds as RSS, Atom and JSON Feed, lists of feeds as OPML, and a DailyHotApi list as RSS.
import { generateAtomFeed, generateOpml, generateRssFeed } from 'feedsmith'
import type { DailyHotList } from '../../contract/dailyhot.ts'
import { type Feed, type FeedFormat, type FeedItem, feedTypes } from './feed.ts'

const generator = 'Trawl'
/** The first moment of the year 10000: dates of feeds have four digits for the year. */
const endOfDates = 253_402_300_800_000

/** The text of a feed; `self` is the address that the client requested. */
export function renderFeed(feed: Feed, format: FeedFormat, self: string): string {
  if (format === 'rss') return toRss(feed, self)
  return format === 'atom' ? toAtom(feed, self) : toJson(feed, self)
}

/** `self` is absent where the address that the client requested is not known. */
function toRss({ title, description, home, updatedAt, interval, items }: Omit<Feed, 'id'>, self?: string): string {
  const xml = generateRssFeed({
    title: stripInvalidXml(title),
    description: stripInvalidXml(description),
    link: toUri(home),
    ...(updatedAt > 0 ? { lastBuildDate: new Date(updatedAt) } : {}),
    generator,
    ...(interval === undefined ? {} : { ttl: Math.max(1, Math.round(interval / 60)) }),
    ...(self && { atom: { links: [{ href: toUri(self), rel: 'self', type: 'application/rss+xml' }] } }),
    items: items.map((item) => ({
      title: stripInvalidXml(item.title),
      link: toUri(item.url),
      guid: { value: stripInvalidXml(item.id), isPermaLink: false },
      ...htmlOf(item, (description) => ({ description })),
      ...publishedAt(item, (pubDate) => ({ pubDate })),
      ...(item.author === undefined ? {} : { dc: { creators: [stripInvalidXml(item.author)] } }),
      ...mediaOf(item),
    })),
  })
  return compactCdata(xml)
}

function toAtom({ id, title, description, home, updatedAt, items }: Feed, self: string): string {
  const updated = new Date(updatedAt)
  const xml = generateAtomFeed({
    id,
    title: { value: stripInvalidXml(title) },
    subtitle: { value: stripInvalidXml(description) },
    updated,
    authors: [{ name: generator }],
    generator: { text: generator },
    links: [
      { href: toUri(self), rel: 'self', type: feedTypes.atom.replace(/;.*/, '') },
      { href: toUri(home), rel: 'alternate' },
    ],
    entries: items.map((item) => ({
      id: item.id,
      title: { value: stripInvalidXml(item.title) },
      updated,
      ...publishedAt(item, (published) => ({ published, updated: published })),
      links: [{ href: toUri(item.url), rel: 'alternate' }],
      ...(item.author === undefined ? {} : { authors: [{ name: stripInvalidXml(item.author) }] }),
      ...htmlOf(item, (value) => ({ content: { value, type: 'html' } })),
      ...mediaOf(item),
    })),
  })
  return compactCdata(xml)
}

function toJson({ title, description, home, items }: Feed, self: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: stripInvalidXml(title),
    description: stripInvalidXml(description),
    home_page_url: toUri(home),
    feed_url: toUri(self),
    items: items.map((item) => ({
      id: item.id,
      url: toUri(item.url),
      title: stripInvalidXml(item.title),
      // An item must have a content.
      ...(htmlOf(item, (content_html) => ({ content_html })) ?? { content_text: stripInvalidXml(item.title) }),
      ...(item.image === undefined ? {} : { image: toUri(item.image) }),
      ...publishedAt(item, (time) => ({ date_published: time.toISOString() })),
      ...(item.author === undefined ? {} : { authors: [{ name: stripInvalidXml(item.author) }] }),
    })),
  })
}

/** An unknown time is omitted: readers then use the time at which they first saw the item. */
function publishedAt<Fields>({ publishedAt: at = -1 }: FeedItem, fieldsFor: (time: Date) => Fields) {
  return at >= 0 && at < endOfDates ? fieldsFor(new Date(at)) : undefined
}

/** The summary and the links of an item as HTML. */
function htmlOf<Fields>({ summary = '', links = [] }: FeedItem, fieldsFor: (html: string) => Fields) {
  const text = escapeHtml(summary.trim()).replaceAll(/\r?\n|\r/g, '<br>')
  const rows = links.map(({ text, url }) => `<li><a href="${escapeHtml(toUri(url))}">${escapeHtml(text)}</a></li>`)
  const html = `${text && `<p>${text}</p>`}${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : ''}`
  return html === '' ? undefined : fieldsFor(html)
}

function mediaOf({ image }: FeedItem) {
  return image === undefined ? {} : { media: { contents: [{ url: toUri(image), medium: 'image' }] } }
}

interface OpmlFeed {
  readonly title: string
  readonly url: string
  readonly home: string
}

export interface OpmlGroup {
  readonly title: string
  readonly feeds: readonly OpmlFeed[]
}

export const opmlType = 'text/x-opml; charset=utf-8'

/** The text of an OPML 2.0 document with at least one group. */
export function renderOpml(title: string, groups: readonly OpmlGroup[]): string {
  return generateOpml({
    head: { title: stripInvalidXml(title) },
    body: {
      outlines: groups.map((group) => ({
        text: stripInvalidXml(group.title),
        outlines: group.feeds.map((feed) => {
          const text = stripInvalidXml(feed.title)
          return { text, title: text, type: 'rss', xmlUrl: toUri(feed.url), htmlUrl: toUri(feed.home) }
        }),
      })),
    },
  })
}

/** Formats a DailyHotApi list as an RSS 2.0 feed; `interval` is the list's refresh interval in seconds. */
export function toDailyHotRss(list: DailyHotList, interval: number): string {
  const title = `${list.title} · ${list.type}`
  const items = list.data.map(({ id, title, url, desc, timestamp, cover }) => {
    return { id, title, url, summary: desc, publishedAt: timestamp, image: cover }
  })
  const times = { updatedAt: Date.parse(list.updateTime), interval }
  return toRss({ title, description: list.message ?? title, home: list.link, ...times, items })
}

/** Removes characters that XML 1.0 cannot represent: controls, lone surrogates, U+FFFE and U+FFFF. */
function stripInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}

/** Escapes for text that feed readers parse as HTML. */
function escapeHtml(text: string): string {
  return stripInvalidXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Percent-encodes what no URI may contain; what is encoded stays as it is. */
function toUri(address: string): string {
  return address.toWellFormed().replace(/[^!-~]|["<>\\^`{|}]/gu, encodeURIComponent)
}

/** Removes the line breaks around CDATA sections: some readers keep them as part of the text. The texts themselves have none beside a tag. */
function compactCdata(written: string): string {
  return written.replaceAll(/>\n\s*<!\[CDATA\[/g, '><![CDATA[').replaceAll(/\]\]>\n\s*<\//g, ']]></')
}
