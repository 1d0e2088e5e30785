// What a channel posted lately: the date of its newest post, and the links of the last 30 days on its page.
import type { Post } from '../../search/plugin.ts'
import { parsePost } from '../../search/posts/parse-post.ts'
import { newestPostAt } from '../../upstream/stats/source-trials.ts'
import type { Diagnosis } from './diagnosis.ts'

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

/** The table of `--channels`: which have a page, when they last posted, how many links of 30 days the page has. The most active first. */
export function formatChannels(findings: readonly Diagnosis[]): string {
  const width = Math.max(7, ...findings.map(({ name }) => name.length))
  const rows = findings
    .toSorted((one, other) => orderOf(other) - orderOf(one) || one.name.localeCompare(other.name, 'en'))
    .map(({ name, state, notes, activity }) => {
      const page = activity ? 'yes' : state
      const date = activity?.newestPost?.slice(0, 10) ?? '–'
      const links = String(activity?.links30Days ?? '–').padStart(5)
      return `${name.padEnd(width)}  ${page.padEnd(8)}  ${date.padEnd(10)}  ${links}  ${notes[0] ?? ''}`.trimEnd()
    })
  return [`${'CHANNEL'.padEnd(width)}  PAGE      LAST POST   LINKS OF 30 DAYS`, ...rows].join('\n')
}

function orderOf({ activity }: Diagnosis): number {
  return activity ? activity.links30Days : -1
}
