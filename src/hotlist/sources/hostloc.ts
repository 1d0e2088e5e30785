// 全球主机交流, a web hosting forum, which moved to jiza.net; the feeds of its old address are second (upstreams/hot/corrections-2026-11.md).
import { titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { discourseTopics, type Topic } from '../sites/discourse.ts'
import { guideList } from '../sites/discuz-guide.ts'

const forum = 'https://jiza.net'

export default defineFamily({
  name: '全球主机交流',
  home: `${forum}/`,
  column: 'community',
  color: '#336699',
  needs: 'an IP address that the site does not block',
  lists: {
    hostloc: topicList('hot', 'top.json?category=7', created),
    // The new forum has no digest.
    'hostloc-digest': topicList('digest', 'top.json?category=7&period=monthly', created),
    'hostloc-new': topicList('new', 'latest.json?category=7', ({ last_posted_at }) => last_posted_at),
    'hostloc-newthread': topicList('newthread', 'latest.json?category=7&order=created', created),
  },
})

function created({ created_at }: Topic): Topic['created_at'] {
  return created_at
}

function topicList(
  view: Parameters<typeof guideList>[1],
  path: string,
  timeOf: (topic: Topic) => Topic['created_at'],
): List {
  const old = guideList('https://hostloc.com', view)
  return { ...old, ask: (io) => io.firstOf([(own) => topics(own, path, timeOf), (own) => withoutNotices(old, own)]) }
}

async function topics(io: Io, path: string, timeOf: (topic: Topic) => Topic['created_at']): Promise<HotItem[]> {
  const found = await discourseTopics(io, `${forum}/${path}`, { headers: { referer: `${forum}/` } })
  return found.map((topic) => ({
    id: topic.id,
    title: titleText(topic.title),
    url: `${forum}/t/${topic.slug || 'topic'}/${topic.id}`,
    pubDate: zonedTime(timeOf(topic)),
    hot: topic.views,
    hover: topic.excerpt,
    icon: topic.image_url,
  }))
}

/** The old address shows notices of the move in place of threads. */
async function withoutNotices(old: List, io: Io): Promise<HotItem[]> {
  const items = await old.ask(io, undefined)
  const notices = items.slice(0, 5).filter(({ title }) => title?.toUpperCase().includes('JIZA.NET'))
  if (notices.length >= 3) throw new UpstreamError('mismatch', 'the forum moved: its feed has notices only')
  return items
}
