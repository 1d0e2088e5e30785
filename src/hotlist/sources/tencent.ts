// 腾讯新闻: the morning paper (upstreams/hot/tencent.md).
import { z } from 'zod'
import { rows, word } from '../../reading/rows.ts'
import { amountOf } from '../../reading/texts.ts'
import { chinaTime } from '../../reading/times.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { enveloped } from '../sites/envelope.ts'

const article = z.object({
  id: word(),
  title: z.string().nullish(),
  desc: z.string().nullish(),
  publish_time: z.string().nullish(),
  link_info: z.object({ url: z.string().nullish() }).nullish(),
  // They spell it so.
  interation_info: z.object({ read_num: word().nullish() }).nullish(),
})
const paper = z.object({ articleList: rows(article) })
const reply = {
  code: 'ret',
  success: 0,
  words: 'msg',
  /** The first tab is the paper; what the others are is not ours to check. */
  holds: z.object({ data: z.object({ tabs: z.tuple([paper], z.unknown()) }) }),
}

export default family({
  name: '腾讯新闻',
  home: 'https://news.qq.com/tag/aEWqxLtdgmQ=',
  column: 'china',
  color: '#3b82f6',
  lists: { 'tencent-hot': { title: '综合早报', type: 'hottest', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://i.news.qq.com/web_backend/v2/getTagInfo?tagId=aEWqxLtdgmQ%3D'
  const { data } = await enveloped(io, address, reply, { headers: { referer: 'https://news.qq.com/' } })
  return data.tabs[0].articleList.map((row) => ({
    id: row.id,
    title: row.title,
    url: row.link_info?.url,
    pubDate: chinaTime(row.publish_time),
    hot: amountOf(row.interation_info?.read_num),
    hover: row.desc,
  }))
}
