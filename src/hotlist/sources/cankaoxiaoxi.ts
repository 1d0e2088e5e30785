// Cankao Xiaoxi: foreign press digests of the channels China, views and world (upstreams/hot/cankaoxiaoxi.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { newestFirst } from '../sites/newest-first.ts'

const channels = ['zhongguo', 'guandian', 'gj']

const reply = z.object({
  list: lenientArray(
    z.object({ data: z.object({ id: nonEmptyText(), title: z.string(), url: z.string(), publishTime: maybeText }) }),
  ),
})

export default defineFamily({
  name: '参考消息',
  home: 'https://china.cankaoxiaoxi.com',
  column: 'world',
  color: '#ef4444',
  lists: { cankaoxiaoxi: { type: 'realtime', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const lists = await io.some(
    channels.map((channel) =>
      io.json(`http://china.cankaoxiaoxi.com/json/channel/${channel}/list.json`, reply, { headers: dataHeaders }),
    ),
  )
  return newestFirst(
    lists
      .flatMap(({ list }) => list)
      .map(({ data: { id, title, url, publishTime } }) => ({ id, title, url, pubDate: chinaTime(publishTime) })),
  )
}
