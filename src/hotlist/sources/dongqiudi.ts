// 懂球帝: football headlines (upstreams/hot/dongqiudi.md).
import { z } from 'zod'
import { maybeAmount, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { jsonList } from '../sites/json-list.ts'
import { newestFirst } from '../sites/newest-first.ts'

const texts = { title: maybeText, share: maybeText, url: maybeText, category: maybeText, thumb: maybeText }
const figures = { created_at: maybeText, comments_total: maybeWord, is_business_ad: maybeAmount }

const headlines = jsonList({
  address: 'https://api.dongqiudi.com/app/tabs/web/1.json',
  rows: 'articles',
  row: z.object({ id: nonEmptyText(), ...texts, ...figures }),
  item: ({ id, title, category: info, thumb: icon, ...row }) => {
    if (row.is_business_ad) return []
    const url = row.share || row.url || `https://www.dongqiudi.com/article/${id}`
    return { id, title, url, pubDate: chinaTime(row.created_at), hot: amountOf(row.comments_total), info, icon }
  },
})

export default defineFamily({
  name: '懂球帝',
  home: 'https://www.dongqiudi.com',
  column: 'sports',
  color: '#22c55e',
  lists: {
    dongqiudi: {
      title: '头条',
      type: 'realtime',
      interval: 600,
      ask: async (io) => newestFirst(await headlines(io), io.now),
    },
  },
})
