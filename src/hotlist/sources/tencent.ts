// 腾讯新闻: the morning paper (upstreams/hot/tencent.md).
import { z } from 'zod'
import { maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'

const texts = { title: maybeText, desc: maybeText, publish_time: maybeText }
const link_info = z.object({ url: maybeText }).nullish()
// The upstream's spelling.
const interation_info = z.object({ read_num: maybeWord }).nullish()

const ask = jsonList({
  address: 'https://i.news.qq.com/web_backend/v2/getTagInfo?tagId=aEWqxLtdgmQ%3D',
  headers: { referer: 'https://news.qq.com/' },
  ok: ['ret', 0, 'msg'],
  // The first tab is the morning paper.
  rows: 'data.tabs.0.articleList',
  row: z.object({ id: nonEmptyText(), ...texts, link_info, interation_info }),
  item: ({ id, title, desc: hover, link_info, publish_time, interation_info }) => {
    const hot = amountOf(interation_info?.read_num)
    return { id, title, url: link_info?.url, pubDate: chinaTime(publish_time), hot, hover }
  },
})

export default defineFamily({
  name: '腾讯新闻',
  home: 'https://news.qq.com/tag/aEWqxLtdgmQ=',
  column: 'china',
  color: '#0052d9',
  lists: { 'tencent-hot': { title: '综合早报', type: 'hottest', interval: 1800, ask } },
})
