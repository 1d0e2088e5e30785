// Formats a DailyHotApi list as an RSS feed.
import { generateRssFeed } from 'feedsmith'
import type { DailyHotItem, DailyHotList } from '../../contract/dailyhot.ts'

/** Formats an RSS 2.0 feed; `interval` is the list's refresh interval in seconds. */
export function toRss({ title, type, link, message, updateTime, data }: DailyHotList, interval: number): string {
  const name = stripInvalidXml(`${title} · ${type}`)
  const xml = generateRssFeed({
    title: name,
    link,
    description: message === undefined ? name : stripInvalidXml(message),
    language: 'zh-CN',
    lastBuildDate: new Date(updateTime),
    generator: 'Trawl',
    ttl: Math.max(1, Math.round(interval / 60)),
    items: data.map(toRssItem),
  })
  return compactCdata(xml)
}

/** An unknown publication time is omitted: feed readers then use the time they first saw the item. */
function toRssItem({ id, title, url, desc, timestamp, cover }: DailyHotItem) {
  return {
    title: stripInvalidXml(title),
    link: stripInvalidXml(url),
    guid: { value: stripInvalidXml(id), isPermaLink: false },
    ...(desc === undefined ? {} : { description: escapeHtml(stripInvalidXml(desc)) }),
    ...(timestamp === undefined ? {} : { pubDate: new Date(timestamp) }),
    ...(cover === undefined ? {} : { media: { contents: [{ url: stripInvalidXml(cover), medium: 'image' }] } }),
  }
}

/** Escapes for a description, which feed readers parse as HTML. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Removes characters that XML 1.0 cannot represent: controls, lone surrogates, U+FFFE and U+FFFF. */
function stripInvalidXml(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}

/** Removes the line breaks around CDATA sections: some readers keep them as part of the text. Titles and URLs contain none. */
function compactCdata(written: string): string {
  return written.replaceAll(/>\n\s*<!\[CDATA\[/g, '><![CDATA[').replaceAll(/\]\]>\n\s*<\//g, ']]></')
}
