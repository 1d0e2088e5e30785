// 华尔街见闻: market news flashes, new articles, and today's most-read ones (upstreams/hot/wallstreetcn.md).
import { z } from 'zod'
import { maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
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
      ask: fromEither(async (asked) => {
        const found = await asked('lives?channel=global-channel&limit=30', 'items', live)
        return found.map(({ id, title, content_text, uri, display_time }) => ({
          id,
          title: title || content_text,
          url: uri,
          pubDate: unixTime(display_time),
        }))
      }),
    },
    'wallstreetcn-news': {
      title: '最新',
      type: 'realtime',
      interval: 1800,
      ask: fromEither(async (asked) => {
        const path = 'information-flow?channel=global-channel&accept=article&limit=30'
        const found = await asked(path, 'items', entry)
        return found.flatMap(({ resource_type, resource }) => {
          if (!resource || others.includes(resource_type ?? '') || resource.type === 'live') return []
          const { id, title, content_short, uri, display_time } = resource
          return [{ id, title: title || content_short, url: uri, pubDate: unixTime(display_time) }]
        })
      }),
    },
    'wallstreetcn-hot': {
      title: '最热',
      type: 'hottest',
      interval: 1800,
      ask: fromEither(async (asked) => {
        const found = await asked('articles/hot?period=all', 'day_items', article)
        return found.map(({ id, title, uri }) => ({ id, title, url: uri }))
      }),
    },
  },
})

/** Both hosts are of the same operator. */
const hosts = ['api-one.wallstcn.com', 'api-one-wscn.awtmt.com'] as const

/** Requests the rows of a path. */
type Asked = <Row>(path: string, name: string, row: z.ZodType<Row>) => Promise<Row[]>

/** Makes the function that asks one host, and the other one if it fails. */
function fromEither(itemsOf: (asked: Asked) => Promise<HotItem[]>): (io: Io) => Promise<HotItem[]> {
  return (io) =>
    io.firstOf(hosts.map((host) => (own: Io) => itemsOf((path, name, row) => rowsAt(own, { host, path, name, row }))))
}

interface Place<Row> {
  readonly host: string
  readonly path: string
  readonly name: string
  readonly row: z.ZodType<Row>
}

function rowsAt<Row>(io: Io, { host, path, name, row }: Place<Row>): Promise<Row[]> {
  const address = `https://${host}/apiv1/content/${path}`
  const headers = { referer: 'https://wallstreetcn.com/live' }
  return jsonRows(io, address, { ok: ['code', 20_000, 'message'], rows: `data.${name}`, row, headers })
}
