// The recent activity of a channel: the date of its newest post, and the links of the last 30 days on its page.
import type { Post } from '../../search/plugin.ts'
import { parsePost } from '../../search/posts/parse-post.ts'
import { newestPostAt } from '../../upstream/stats/source-trials.ts'

const recentMs = 30 * 24 * 60 * 60_000

/** `newestPost` is an ISO date, absent if no post has a date. A page has the latest 20 posts at most. */
export interface ChannelActivity {
  readonly newestPost?: string | undefined
  readonly links30Days: number
}

/** Computes the activity from the posts of a channel's page; `now` in epoch milliseconds. */
export function channelActivity(source: string, posts: readonly Post[], now: number): ChannelActivity {
  const recent = posts.filter(({ at }) => at !== undefined && now - at.getTime() < recentMs)
  const links = recent.flatMap((post) => parsePost(source, post)).reduce((sum, post) => sum + post.links.length, 0)
  const newest = newestPostAt(posts)
  return { ...(newest === undefined ? {} : { newestPost: new Date(newest).toISOString() }), links30Days: links }
}
