// The finds of a watch, as a feed.
import type { WatchEvent } from '../contract/watches.ts'
import { type Feed, feedId, newestAt } from '../http/feeds/feed.ts'
import { type Watch, watchId } from './watch.ts'

/** `events`: newest first. */
export function watchFeed(watch: Watch, events: readonly WatchEvent[], origin: string): Feed {
  const id = watchId(watch)
  const items = events.map(({ id: event, title, url, at, source, sourceName, password }) => ({
    id: feedId('watch', id, event),
    title,
    url,
    publishedAt: at,
    author: sourceName ?? source,
    summary: password === undefined ? undefined : `提取码 ${password}`,
  }))
  const title = `Trawl · ${watch.name}`
  return {
    id: feedId('watch', id),
    title,
    description: watch.words,
    home: `${origin}/watched`,
    items,
    updatedAt: newestAt(items),
  }
}
