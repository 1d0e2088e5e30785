// 澎湃新闻: most-read news (upstreams/hot/thepaper.md).
import { z } from 'zod'
import { maybeAmount, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

/** The code of the reply adds nothing to the list. */
const ask = jsonList({
  address: 'https://cache.thepaper.cn/contentapi/wwwIndex/rightSidebar',
  rows: 'data.hotNews',
  row: z.object({ contId: nonEmptyText(), name: maybeText, pubTimeLong: maybeAmount, interactionNum: maybeWord }),
  item: ({ contId: id, name: title, pubTimeLong, interactionNum }) => ({
    id,
    title,
    url: `https://www.thepaper.cn/newsDetail_forward_${id}`,
    mobileUrl: `https://m.thepaper.cn/newsDetail_forward_${id}`,
    pubDate: unixTime((pubTimeLong ?? 0) / 1000),
    hot: amountOf(interactionNum),
  }),
})

export default defineFamily({
  name: '澎湃新闻',
  home: 'https://www.thepaper.cn',
  column: 'china',
  color: '#00a5eb',
  lists: { thepaper: { title: '热榜', type: 'hottest', interval: 1800, ask } },
})
