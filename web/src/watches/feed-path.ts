// Where the feed of a watch is.

export function feedPath(name: string): string {
  return `/feeds/watch/${encodeURIComponent(name)}.rss`
}
