// LINUX DO, a forum: new topics, and top topics of the day and week; new and daily are disabled by default, because the site blocks most programs (upstreams/hot/linuxdo.md, b-linuxdo.md, corrections-2026-11.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { parseEmbeddedData } from '../../parsing/script-values.ts'
import { titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import type { FeedEntry, Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { feedItems, jsonRows, rowsSchema } from '../sites/json-list.ts'

const flag = z.boolean().nullish()
const flags = { visible: flag, archived: flag, pinned: flag, pinned_globally: flag }
const row = z.object({ id: nonEmptyText(), title: z.string(), created_at: maybeText, ...flags })
const reply = { rows: 'topic_list.topics', row } as const

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

async function topics(io: Io, address: string): Promise<HotItem[]> {
  return (await jsonRows(io, address, reply)).flatMap(itemsOf)
}

/** The topics from a page, which has the list as JSON within JSON. */
async function pageTopics(io: Io, period: string): Promise<HotItem[]> {
  const headers = { ...pageHeaders, referer: 'https://linux.do/top' }
  const page = await io.html(`https://linux.do/top?period=${period}`, { headers })
  const data = page('#data-preloaded').attr('data-preloaded') ?? ''
  const { topic_list: list } = parseEmbeddedData(data, '', z.object({ topic_list: z.string() }))
  return parseEmbeddedData(list, '', rowsSchema(reply)).flatMap(itemsOf)
}

function itemsOf({ id, title, created_at: created, ...topic }: z.output<typeof row>): HotItem[] {
  if (topic.visible === false || topic.archived || topic.pinned || topic.pinned_globally) return []
  return [{ id, title, url: `https://linux.do/t/topic/${id}`, pubDate: zonedTime(created) }]
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
