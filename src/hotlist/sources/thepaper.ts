// 澎湃新闻: most-read news (upstreams/hot/thepaper.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeAmount, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'

const news = z.object({
  contId: nonEmptyText(),
  name: maybeText,
  pubTimeLong: maybeAmount,
  interactionNum: maybeWord,
})
/** The code adds nothing to the list. */
const reply = z.object({ data: z.object({ hotNews: lenientArray(news) }) })

export default defineFamily({
  name: '澎湃新闻',
  home: 'https://www.thepaper.cn',
  column: 'china',
  color: '#6b7280',
  lists: { thepaper: { title: '热榜', type: 'hottest', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const url = 'https://cache.thepaper.cn/contentapi/wwwIndex/rightSidebar'
  const { data } = await io.json(url, reply, { headers: dataHeaders })
  return data.hotNews.map(({ contId, name, pubTimeLong, interactionNum }) => ({
    id: contId,
    title: name,
    url: `https://www.thepaper.cn/newsDetail_forward_${contId}`,
    mobileUrl: `https://m.thepaper.cn/newsDetail_forward_${contId}`,
    pubDate: unixTime((pubTimeLong ?? 0) / 1000),
    hot: amountOf(interactionNum),
  }))
}
