// The content of a feed, independent of its format; and the names of the formats.

/** Content types by the ending of a feed's address. */
export const feedTypes = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const
export type FeedFormat = keyof typeof feedTypes

/** All texts are plain. */
export interface Feed {
  /** As `feedId` makes it. */
  readonly id: string
  readonly title: string
  readonly description: string
  /** The page that shows the same. */
  readonly home: string
  /** Epoch milliseconds; must not change while the items stay the same, or a reader fetches the whole feed again. */
  readonly updatedAt: number
  /** How long a reader may keep it, in seconds. */
  readonly interval?: number
  readonly items: readonly FeedItem[]
}

export interface FeedItem {
  /** As `feedId` makes it. */
  readonly id: string
  readonly title: string
  readonly url: string
  readonly summary?: string | undefined
  readonly author?: string | undefined
  /** Epoch milliseconds. */
  readonly publishedAt?: number | undefined
  readonly image?: string | undefined
  /** More addresses, each with its text. */
  readonly links?: readonly { readonly text: string; readonly url: string }[]
}

/** A tag URI (RFC 4151): the same for the same thing on every service and after every restart, because readers know by it what they have shown. */
export function feedId(...parts: readonly string[]): string {
  return `tag:trawl,2026:${parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/')}`
}

/** The newest time of the items; 0 without one. */
export function newestAt(items: readonly Pick<FeedItem, 'publishedAt'>[]): number {
  return items.reduce((newest, { publishedAt = 0 }) => Math.max(newest, publishedAt), 0)
}
