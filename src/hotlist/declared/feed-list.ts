// Declared lists that are feeds (RSS, Atom, JSON Feed).
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { feedTime } from '../../parsing/feed-time.ts'
import { oneLine, titleText, truncate } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import type { HotItem } from '../list-definition.ts'
import { resolveLink } from '../sites/links.ts'

const defaultHeaders = {
  ...pageHeaders,
  accept: 'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.8',
}

/** Maximum length of a title made from the summary: microblog posts have no title. */
const maxTitleLength = 100

/** Fetches the items, in the order of the feed. @throws UpstreamError as `io.feed` does. */
export async function askFeed(io: Io, address: string, headers: Readonly<Record<string, string>>): Promise<HotItem[]> {
  const entries = await io.feed(address, { headers: { ...defaultHeaders, ...headers } })
  return entries.map(({ id, url, title, time, summary, author, image }) => {
    const link = resolveLink(address, url)
    const hover = titleText(summary)
    return {
      id: id || link,
      title: titleText(title) || truncate(hover, maxTitleLength),
      url: link,
      pubDate: feedTime(time, title),
      hover,
      info: oneLine(author),
      icon: resolveLink(address, image),
    }
  })
}
