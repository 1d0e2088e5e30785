// 新浪网: most-read news of its app, overall and by channel (upstreams/hot/b-sina.md).
import { z } from 'zod'
import { maybeWord } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { defineFamily, type Family, type List } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'
import { toHttps } from '../sites/links.ts'

const entry = z.object({
  base: z.object({ base: z.object({ uniqueId: z.string(), url: z.string() }) }),
  info: z.object({ title: z.string(), hotValue: maybeWord }),
})

export default defineFamily({
  name: '新浪网',
  home: 'https://sinanews.sina.cn/',
  column: 'china',
  color: '#e6162d',
  lists: {
    sina: { ...listOf('热榜', 'all', 'china'), interval: 600 },
    'sina-hotcmnt': listOf('热议榜', 'hotcmnt', 'china'),
    'sina-minivideo': listOf('视频热榜', 'minivideo', 'entertainment'),
    'sina-ent': listOf('娱乐热榜', 'ent', 'entertainment'),
    'sina-ai': listOf('AI热榜', 'ai', 'tech'),
    'sina-auto': listOf('汽车热榜', 'auto', 'life'),
    // The site has discontinued it.
    'sina-mother': { ...listOf('育儿热榜', 'mother', 'life'), isOff: true },
    'sina-fashion': listOf('时尚热榜', 'fashion', 'life'),
    'sina-travel': listOf('旅游热榜', 'travel', 'life'),
    'sina-esg': listOf('ESG热榜', 'esg', 'finance'),
  },
})

function listOf(title: string, channel: string, column: Family['column']): List {
  return { title, column, type: 'hottest', interval: 900, ask: hotList(channel) }
}

function hotList(channel: string) {
  return jsonList({
    address: `https://newsapp.sina.cn/api/hotlist?newsId=HB-1-snhs%2Ftop_news_list-${channel}`,
    ok: ['status', 0, 'msg'],
    rows: 'data.hotList',
    row: entry,
    item: ({ base: { base }, info: { title, hotValue } }) =>
      articleItem({ id: base.uniqueId, title, url: toHttps(base.url), hot: amountOf(hotValue) }),
  })
}
