// 华尔街见闻: market news flashes, new articles, and today's most-read ones (upstreams/hot/wallstreetcn.md).
import { z } from 'zod'
import { maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonRows } from '../sites/json-list.ts'

const shared = { title: maybeText, uri: maybeText, display_time: maybeWord }
const live = z.object({ ...shared, id: nonEmptyText(), content_text: maybeText })
const article = z.object({ ...shared, id: maybeWord, content_short: maybeText, type: maybeText })
/** An article or another resource. */
const entry = z.object({ resource_type: maybeText, resource: article.nullish() })
const others = ['theme', 'ad']

export default defineFamily({
  name: '华尔街见闻',
  home: 'https://wallstreetcn.com/',
  column: 'finance',
  color: '#1478f0',
  lists: {
    'wallstreetcn-quick': {
      title: '快讯',
      type: 'realtime',
      interval: 300,
      async ask(io) {
        const found = await asked(io, 'lives?channel=global-channel&limit=30', 'items', live)
        return found.map(({ id, title, content_text, uri, display_time }) => ({
          id,
          title: title || content_text,
          url: uri,
          pubDate: unixTime(display_time),
        }))
      },
    },
    'wallstreetcn-news': {
      title: '最新',
      type: 'realtime',
      interval: 1800,
      async ask(io) {
        const path = 'information-flow?channel=global-channel&accept=article&limit=30'
        const found = await asked(io, path, 'items', entry)
        return found.flatMap(({ resource_type, resource }) => {
          if (!resource || others.includes(resource_type ?? '') || resource.type === 'live') return []
          const { id, title, content_short, uri, display_time } = resource
          return [{ id, title: title || content_short, url: uri, pubDate: unixTime(display_time) }]
        })
      },
    },
    'wallstreetcn-hot': {
      title: '最热',
      type: 'hottest',
      interval: 1800,
      async ask(io) {
        const found = await asked(io, 'articles/hot?period=all', 'day_items', article)
        return found.map(({ id, title, uri }) => ({ id, title, url: uri }))
      },
    },
  },
})

function asked<Row>(io: Io, path: string, name: string, row: z.ZodType<Row>): Promise<Row[]> {
  const address = `https://api-one.wallstcn.com/apiv1/content/${path}`
  return jsonRows(io, address, { ok: ['code', 20_000, 'message'], rows: `data.${name}`, row })
}
