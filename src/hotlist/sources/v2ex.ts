// V2EX: new topics of the sharing and question nodes, and hot and new topics of all nodes (upstreams/hot/v2ex.md, b-v2ex.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { feedTime } from '../../parsing/feed-time.ts'
import { maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { oneLine, titleText } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'
import { newestFirst } from '../sites/newest-first.ts'

const nodes = ['create', 'ideas', 'programmer', 'share'] as const

const figures = { replies: maybeNumber, created: maybeNumber, deleted: maybeNumber }
const node = z.object({ title: maybeText }).nullish()
const topic = z.object({ id: z.int(), title: z.string(), url: z.string(), content: maybeText, ...figures, node })

export default defineFamily({
  name: 'V2EX',
  home: 'https://v2ex.com/',
  column: 'community',
  color: '#333344',
  needs: 'a network outside mainland China',
  lists: {
    'v2ex-share': { title: '最新分享', type: 'realtime', interval: 600, ask: shared },
    'v2ex-hot': {
      title: '最热主题',
      home: 'https://www.v2ex.com/?tab=hot',
      type: 'hottest',
      interval: 900,
      ask: topics('hot'),
    },
    'v2ex-latest': {
      title: '最新主题',
      home: 'https://www.v2ex.com/recent',
      type: 'realtime',
      interval: 300,
      ask: async (io) => newestFirst(await topics('latest')(io), io.now),
    },
  },
})

async function shared(io: Io): Promise<HotItem[]> {
  const ask = (node: string) => io.feed(`https://www.v2ex.com/feed/${node}.json`, { headers: dataHeaders })
  const feeds = await io.some(nodes.map(ask))
  return newestFirst(
    feeds.flat().map(({ id, title, url, time }) => ({ id, title: titleText(title), url, pubDate: feedTime(time) })),
    io.now,
  )
}

function topics(which: 'hot' | 'latest') {
  return jsonList({
    address: `https://www.v2ex.com/api/topics/${which}.json`,
    rows: '',
    row: topic,
    item: ({ id, title, url, content, replies: hot, created, deleted, node }) => {
      if (deleted === 1) return []
      const hover = oneLine(content ?? '')
      return { id, title, url, mobileUrl: url, pubDate: unixTime(created), hot, hover, info: node?.title }
    },
  })
}
