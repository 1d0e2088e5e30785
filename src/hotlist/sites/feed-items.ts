// Converts RSS and Atom feeds to hot lists, by rules common to all of them (upstreams/hot/README-a.md).
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { feedTime } from '../../parsing/feed-time.ts'
import { titleText } from '../../parsing/text.ts'
import type { FeedEntry, Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'

const headers = {
  ...pageHeaders,
  accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.8',
}

/**
 * Fetches a feed and converts its entries, in order. The link serves as id; the time is the latest one of the entry.
 * `more` adds or replaces fields. @throws UpstreamError as `io.feed` does.
 */
export async function feedItems(
  io: Io,
  url: string,
  more?: (entry: FeedEntry) => Partial<HotItem>,
): Promise<HotItem[]> {
  const entries = await io.feed(url, { headers })
  return entries.map((entry) => ({
    id: entry.url,
    title: titleText(entry.title),
    url: entry.url,
    pubDate: feedTime(entry.time, entry.title),
    ...more?.(entry),
  }))
}
