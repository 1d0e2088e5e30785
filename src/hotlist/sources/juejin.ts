// Juejin: developer articles by heat, overall and by category (upstreams/hot/juejin.md, b-juejin.md).
import { z } from 'zod'
import { maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem, type List } from '../list-definition.ts'
import { jsonRows } from '../sites/json-list.ts'

const row = z.object({
  content: z.object({ content_id: z.string(), title: z.string() }),
  content_counter: z.object({ hot_rank: maybeNumber }).nullish(),
  author: z.object({ name: maybeText }).nullish(),
})

export default defineFamily({
  name: '稀土掘金',
  home: 'https://juejin.cn',
  column: 'tech',
  color: '#1e80ff',
  lists: {
    juejin: { type: 'hottest', interval: 600, ask },
    'juejin-backend': category('后端', '6809637769959178254'),
    'juejin-frontend': category('前端', '6809637767543259144'),
    'juejin-android': category('Android', '6809635626879549454'),
    'juejin-ios': category('iOS', '6809635626661445640'),
    'juejin-ai': category('人工智能', '6809637773935378440'),
    'juejin-freebie': category('开发工具', '6809637771511070734'),
    'juejin-career': category('代码人生', '6809637776263217160'),
    'juejin-article': category('阅读', '6809637772874219534'),
  },
})

function category(title: string, id: string): List {
  return {
    title,
    home: 'https://juejin.cn/hot/articles',
    type: 'hottest',
    interval: 1800,
    ask: (io) => articles(io, `category_id=${id}&type=hot`),
  }
}

async function ask(io: Io): Promise<HotItem[]> {
  const found = await articles(io, 'category_id=1&type=hot&spider=0')
  // This list has never shown authors.
  return found.map(({ id, title, url, hot }) => ({ id, title, url, hot }))
}

async function articles(io: Io, query: string): Promise<HotItem[]> {
  const address = `https://api.juejin.cn/content_api/v1/content/article_rank?${query}`
  const ranked = await jsonRows(io, address, { ok: ['err_no', 0, 'err_msg'], rows: 'data', row })
  return ranked.map(({ content: { content_id: id, title }, content_counter: counter, author }) => {
    const url = `https://juejin.cn/post/${id}`
    return { id, title, url, mobileUrl: url, hot: counter?.hot_rank, info: author?.name }
  })
}
