// SSPAI: articles most liked (upstreams/hot/sspai.md).
import { z } from 'zod'
import { rows, word } from '../../reading/rows.ts'
import { unixTime } from '../../reading/times.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { enveloped } from '../sites/envelope.ts'

const article = z.object({
  id: word(),
  title: z.string(),
  summary: z.string().nullish(),
  like_count: z.number().nullish(),
  released_time: z.number().nullish(),
})
const reply = { code: 'error', success: 0, words: 'msg', holds: z.object({ data: rows(article) }) }

export default family({
  name: '少数派',
  home: 'https://sspai.com',
  column: 'tech',
  color: '#ef4444',
  lists: { sspai: { type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const query = `limit=30&offset=0&created_at=${io.now.getTime()}&tag=${encodeURIComponent('热门文章')}&released=false`
  const address = `https://sspai.com/api/v1/article/tag/page/get?${query}`
  const { data } = await enveloped(io, address, reply)
  return data.map(({ id, title, summary, like_count: likes, released_time: released }) => ({
    id,
    title,
    url: `https://sspai.com/post/${id}`,
    pubDate: unixTime(released),
    hot: likes,
    hover: summary,
  }))
}
