// V2EX: what is new in the nodes where people show and ask, and the topics that are hot (upstreams/hot/v2ex.md).
import { z } from 'zod'
import { dataHeaders } from '../../reading/browser.ts'
import { rows } from '../../reading/rows.ts'
import { oneLine } from '../../reading/texts.ts'
import { feedTime, unixTime } from '../../reading/times.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { newestFirst } from '../sites/newest-first.ts'

const nodes = ['create', 'ideas', 'programmer', 'share'] as const

export default family({
  name: 'V2EX',
  home: 'https://v2ex.com/',
  column: 'tech',
  color: '#64748b',
  lists: {
    'v2ex-share': { title: '最新分享', type: 'realtime', interval: 600, ask: shared },
    'v2ex-hot': {
      title: '最热主题',
      home: 'https://www.v2ex.com/?tab=hot',
      column: 'community',
      color: '#333344',
      type: 'hottest',
      interval: 900,
      ask: hottest,
    },
  },
})

async function shared(io: Io): Promise<HotItem[]> {
  const ask = (node: string) => io.feed(`https://www.v2ex.com/feed/${node}.json`, { headers: dataHeaders })
  const feeds = await io.some(nodes.map(ask))
  return newestFirst(feeds.flat().map(({ id, title, url, time }) => ({ id, title, url, pubDate: feedTime(time) })))
}

const topic = z.object({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  content: z.string().nullish(),
  replies: z.number().nullish(),
  created: z.number().nullish(),
  deleted: z.number().nullish(),
  node: z.object({ title: z.string().nullish() }).nullish(),
})

async function hottest(io: Io): Promise<HotItem[]> {
  const topics = await io.json('https://www.v2ex.com/api/topics/hot.json', rows(topic), { headers: dataHeaders })
  return topics
    .filter(({ deleted }) => deleted !== 1)
    .map(({ id, title, url, content, replies, created, node }) => ({
      id,
      title,
      url,
      pubDate: unixTime(created),
      hot: replies,
      hover: oneLine(content ?? ''),
      info: node?.title,
    }))
}
