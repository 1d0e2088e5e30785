// The path of the feed of a watch.

export function feedPath(name: string): string {
  return `/feeds/watch/${encodeURIComponent(name)}.rss`
}
