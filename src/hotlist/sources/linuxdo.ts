// LINUX DO, a forum: new topics, and top topics of the day and week; new and daily are disabled by default, because the site blocks most programs (upstreams/hot/linuxdo.md, b-linuxdo.md).
import { z } from 'zod'
import { maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import type { FeedEntry, Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { feedItems } from '../sites/feed-items.ts'
import { jsonRows } from '../sites/json-list.ts'

export default defineFamily({
  name: 'LINUX DO',
  home: 'https://linux.do/latest',
  column: 'community',
  color: '#f5a623',
  needs: 'an IP address that the site does not block',
  lists: {
    'linuxdo-latest': {
      title: '最新',
      type: 'realtime',
      interval: 600,
      isOff: true,
      ask: (io) =>
        io.firstOf([
          (own) => topics(own, 'https://linux.do/latest.json?order=created'),
          (own) => feedItems(own, 'https://linux.do/latest.rss', numbered),
        ]),
    },
    'linuxdo-hot': {
      title: '今日最热',
      home: 'https://linux.do/hot',
      type: 'hottest',
      interval: 1800,
      isOff: true,
      ask: async (io) => {
        const found = await io.firstOf([
          (own) => topics(own, 'https://linux.do/top/daily.json'),
          (own) => feedItems(own, 'https://linux.do/top.rss?period=daily', numbered),
        ])
        // A ranking of the day does not show when a topic was created.
        return found.map(({ id, title, url }) => ({ id, title, url }))
      },
    },
    'linuxdo-weekly': {
      title: '周热门',
      home: 'https://linux.do/top/weekly',
      type: 'hottest',
      interval: 3600,
      ask: (io) => feedItems(io, 'https://linux.do/top.rss?period=weekly', begun),
    },
  },
})

const flags = { visible: z.boolean(), archived: z.boolean(), pinned: z.boolean() }
const row = z.object({ id: nonEmptyText(), title: z.string(), created_at: maybeText, ...flags })

async function topics(io: Io, url: string): Promise<HotItem[]> {
  const found = await jsonRows(io, url, { rows: 'topic_list.topics', row })
  const shown = found.filter(({ visible, archived, pinned }) => visible && !archived && !pinned)
  return shown.map(({ id, title, created_at: created }) => ({
    id,
    title,
    url: `https://linux.do/t/topic/${id}`,
    pubDate: zonedTime(created),
  }))
}

/** Feed ids end with the topic number. */
function numbered({ id, url }: FeedEntry): Pick<HotItem, 'id'> {
  return { id: /-topic-(\d+)$/.exec(id)?.[1] ?? url }
}

/** The author and the opening text, without the reply count and the link below it. */
function begun({ id, url, author, summary }: FeedEntry): Partial<HotItem> {
  const [text] = summary.split('<p><small>', 1)
  return { id: id || url, mobileUrl: url, info: author, hover: titleText(text) }
}
