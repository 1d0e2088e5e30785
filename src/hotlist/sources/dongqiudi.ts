// 懂球帝: football headlines (upstreams/hot/dongqiudi.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeAmount, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { newestFirst } from '../sites/newest-first.ts'

const texts = { title: maybeText, share: maybeText, url: maybeText, category: maybeText, thumb: maybeText }
const figures = { created_at: maybeText, comments_total: maybeWord, is_business_ad: maybeAmount }
const article = z.object({ id: nonEmptyText(), ...texts, ...figures })

export default defineFamily({
  name: '懂球帝',
  home: 'https://www.dongqiudi.com',
  column: 'sports',
  color: '#22c55e',
  lists: { dongqiudi: { title: '头条', type: 'realtime', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const url = 'https://api.dongqiudi.com/app/tabs/web/1.json'
  const { articles } = await io.json(url, z.object({ articles: lenientArray(article) }), { headers: dataHeaders })
  const items = articles.filter(({ is_business_ad }) => !is_business_ad)
  return newestFirst(
    items.map((row) => ({
      id: row.id,
      title: row.title,
      url: row.share || row.url || `https://www.dongqiudi.com/article/${row.id}`,
      pubDate: chinaTime(row.created_at),
      hot: amountOf(row.comments_total),
      info: row.category,
      icon: row.thumb,
    })),
  )
}
