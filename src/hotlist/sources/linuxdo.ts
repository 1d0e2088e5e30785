// LINUX DO, a forum: new topics, and top topics of the day and week; new and daily are disabled by default, because the site blocks most programs (upstreams/hot/linuxdo.md, b-linuxdo.md).
import { titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import type { FeedEntry, Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { discourseTopics, preloadedTopics, type Topic } from '../sites/discourse.ts'
import { feedItems } from '../sites/feed-items.ts'

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
          (own) => pageTopics(own, 'daily'),
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
      ask: (io) =>
        io.firstOf([
          (own) => feedItems(own, 'https://linux.do/top.rss?period=weekly', begun),
          // With the ids of the feed, so that ranks can be compared.
          async (own) =>
            (await pageTopics(own, 'weekly')).map((item) => ({ ...item, id: `linux.do-topic-${item.id}` })),
        ]),
    },
  },
})

async function topics(io: Io, url: string): Promise<HotItem[]> {
  return (await discourseTopics(io, url)).map(itemOf)
}

async function pageTopics(io: Io, period: string): Promise<HotItem[]> {
  const found = await preloadedTopics(io, `https://linux.do/top?period=${period}`, 'https://linux.do/top')
  return found.map(itemOf)
}

function itemOf({ id, title, created_at: created }: Topic): HotItem {
  return { id, title, url: `https://linux.do/t/topic/${id}`, pubDate: zonedTime(created) }
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
