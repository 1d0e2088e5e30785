// 微信读书: most-read, most-searched and best-rated books (upstreams/hot/b-weread.md).
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily, type List } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'
import { wereadHash } from '../sites/weread-hash.ts'

const site = 'https://weread.qq.com'

const optional = { author: maybeText, intro: maybeText, cover: maybeText, publishTime: maybeText }
const book = z.object({ bookId: nonEmptyText(), title: z.string(), ...optional })

export default defineFamily({
  name: '微信读书',
  home: `${site}/`,
  column: 'entertainment',
  color: '#1b88ee',
  lists: {
    weread: listOf('飙升榜', 'rising'),
    'weread-hot-search': listOf('热搜榜', 'hot_search'),
    'weread-newbook': listOf('新书榜', 'newbook'),
    'weread-novel': listOf('小说榜', 'general_novel_rising'),
    'weread-all': listOf('总榜', 'all'),
    'weread-masterpiece': listOf('神作榜', 'newrating_publish'),
    'weread-potential': listOf('神作潜力榜', 'newrating_potential_publish'),
  },
})

function listOf(title: string, ranking: string): List {
  return { title, type: 'hottest', interval: 3600, ask: books(ranking) }
}

function books(ranking: string) {
  return jsonList({
    address: `${site}/web/bookListInCategory/${ranking}?rank=1`,
    rows: 'books',
    row: z.object({ readingCount: maybeNumber, bookInfo: book }),
    item: ({ readingCount: hot, bookInfo: { bookId: id, title, author: info, intro: hover, ...book } }) => {
      const url = `${site}/web/bookDetail/${wereadHash(id)}`
      // The larger version of the same image.
      const icon = book.cover?.replace('/s_', '/t9_')
      return articleItem({ id, title, url, pubDate: chinaTime(book.publishTime), hot, hover, info, icon })
    },
  })
}
