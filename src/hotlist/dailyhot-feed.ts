// A list in DailyHotApi's words as an RSS feed.
import { generateRssFeed } from 'feedsmith'
import type { DailyHotItem, DailyHotList } from '../contract/dailyhot.ts'

/** The text of an RSS 2.0 feed; `interval` is that of the list, in seconds. */
export function rssOf({ title, type, link, message, updateTime, data }: DailyHotList, interval: number): string {
  const name = plain(`${title} · ${type}`)
  const written = generateRssFeed({
    title: name,
    link,
    description: message === undefined ? name : plain(message),
    language: 'zh-CN',
    lastBuildDate: new Date(updateTime),
    generator: 'Trawl',
    ttl: Math.max(1, Math.round(interval / 60)),
    items: data.map(entryOf),
  })
  return tight(written)
}

/** Without a time where none is known: a reader has its own for when it saw something first. */
function entryOf({ id, title, url, desc, timestamp, cover }: DailyHotItem) {
  return {
    title: plain(title),
    link: plain(url),
    guid: { value: plain(id), isPermaLink: false },
    ...(desc === undefined ? {} : { description: html(plain(desc)) }),
    ...(timestamp === undefined ? {} : { pubDate: new Date(timestamp) }),
    ...(cover === undefined ? {} : { media: { contents: [{ url: plain(cover), medium: 'image' }] } }),
  }
}

/** Readers take a description for HTML. */
function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** What XML cannot hold in any spelling is left out: controls, halves of surrogate pairs, two that are no characters. */
function plain(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}

/** The breaks that are written around texts would be a part of them to readers that take texts as they stand; titles and addresses hold none. */
function tight(written: string): string {
  return written.replaceAll(/>\n\s*<!\[CDATA\[/g, '><![CDATA[').replaceAll(/\]\]>\n\s*<\//g, ']]></')
}
