// Cankao Xiaoxi: foreign press digests of the channels China, views and world (upstreams/hot/cankaoxiaoxi.md).
import { z } from 'zod'
import { maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonRows } from '../sites/json-list.ts'
import { newestFirst } from '../sites/newest-first.ts'

const channels = ['zhongguo', 'guandian', 'gj']
const schemes = ['https', 'http']

const data = z.object({ id: nonEmptyText(), title: z.string(), url: z.string(), publishTime: maybeText })
const row = z.object({ data })

export default defineFamily({
  name: '参考消息',
  home: 'https://china.cankaoxiaoxi.com',
  column: 'world',
  color: '#ef4444',
  lists: {
    cankaoxiaoxi: {
      type: 'realtime',
      interval: 1800,
      ask: (io) => io.firstOf(schemes.map((scheme) => (own: Io) => digests(own, scheme))),
    },
  },
})

async function digests(io: Io, scheme: string): Promise<HotItem[]> {
  const site = `${scheme}://china.cankaoxiaoxi.com/json/channel`
  const asked = channels.map((channel) => jsonRows(io, `${site}/${channel}/list.json`, { rows: 'list', row }))
  const rows = (await io.some(asked)).flat()
  return newestFirst(
    rows.map(({ data: { id, title, url, publishTime } }) => ({ id, title, url, pubDate: chinaTime(publishTime) })),
    io.now,
  )
}
