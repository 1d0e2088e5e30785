// Juejin: articles of developers by heat (upstreams/hot/juejin.md).
import { z } from 'zod'
import { rows } from '../../reading/rows.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { enveloped } from '../sites/envelope.ts'

const article = z.object({
  content: z.object({ content_id: z.string(), title: z.string() }),
  content_counter: z.object({ hot_rank: z.number().nullish() }).nullish(),
})
const reply = { code: 'err_no', success: 0, words: 'err_msg', holds: z.object({ data: rows(article) }) }

export default family({
  name: '稀土掘金',
  home: 'https://juejin.cn',
  column: 'tech',
  color: '#3b82f6',
  lists: { juejin: { type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://api.juejin.cn/content_api/v1/content/article_rank?category_id=1&type=hot&spider=0'
  const { data } = await enveloped(io, address, reply)
  return data.map(({ content: { content_id: id, title }, content_counter: counter }) => ({
    id,
    title,
    url: `https://juejin.cn/post/${id}`,
    hot: counter?.hot_rank,
  }))
}
