// Feeds as hot lists: the rule that lists made of an RSS or Atom feed have in common (upstreams/hot/README-a.md).
import { pageHeaders } from '../../reading/browser.ts'
import { titleText } from '../../reading/texts.ts'
import { feedTime } from '../../reading/times.ts'
import type { FeedEntry, Io } from '../../upstream/source.ts'
import type { HotItem } from '../hot-list.ts'

const headers = {
  ...pageHeaders,
  accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.8',
}

/**
 * Asks a feed for its entries as items, in its order: the link is the id too, the time is the latest the entry tells.
 * `more` says what an entry has besides, or in place of that. @throws UpstreamError as `io.feed` does.
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
    pubDate: feedTime(entry.time),
    ...more?.(entry),
  }))
}

/** What feeds that number their entries have besides: the feed's own id where it gives one, and the summary as plain text. */
export function ownIdAndSummary({ id, url, summary }: FeedEntry): Pick<HotItem, 'id' | 'hover'> {
  return { id: id || url, hover: titleText(summary) }
}
