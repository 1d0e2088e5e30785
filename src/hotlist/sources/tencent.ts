// 腾讯新闻: the morning paper (upstreams/hot/tencent.md).
import { z } from 'zod'
import { firstElement, lenientArray, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'

const article = z.object({
  id: nonEmptyText(),
  title: maybeText,
  desc: maybeText,
  publish_time: maybeText,
  link_info: z.object({ url: maybeText }).nullish(),
  // The upstream's spelling.
  interation_info: z.object({ read_num: maybeWord }).nullish(),
})
/** The first tab is the morning paper. */
const tabs = firstElement(z.object({ articleList: lenientArray(article) }))
const reply = { code: 'ret', success: 0, words: 'msg', holds: z.object({ data: z.object({ tabs }) }) }

export default defineFamily({
  name: '腾讯新闻',
  home: 'https://news.qq.com/tag/aEWqxLtdgmQ=',
  column: 'china',
  color: '#3b82f6',
  lists: { 'tencent-hot': { title: '综合早报', type: 'hottest', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://i.news.qq.com/web_backend/v2/getTagInfo?tagId=aEWqxLtdgmQ%3D'
  const { data } = await unwrapEnvelope(io, address, reply, { headers: { referer: 'https://news.qq.com/' } })
  return data.tabs.articleList.map(({ id, title, desc: hover, link_info, publish_time, interation_info }) => {
    const hot = amountOf(interation_info?.read_num)
    return { id, title, url: link_info?.url, pubDate: chinaTime(publish_time), hot, hover }
  })
}
