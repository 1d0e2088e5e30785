// Formats a DailyHotApi list as an RSS feed.
import { generateRssFeed } from 'feedsmith'
import type { DailyHotItem, DailyHotList } from '../../contract/dailyhot.ts'
import { compactCdata, escapeHtml, stripInvalidXml } from './xml-text.ts'

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
    ...(desc === undefined ? {} : { description: escapeHtml(desc) }),
    ...(timestamp === undefined ? {} : { pubDate: new Date(timestamp) }),
    ...(cover === undefined ? {} : { media: { contents: [{ url: stripInvalidXml(cover), medium: 'image' }] } }),
  }
}
