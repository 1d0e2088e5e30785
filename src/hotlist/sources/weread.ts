// 微信读书: most-read, most-searched and best-rated books (upstreams/hot/b-weread.md).
import { hash } from 'node:crypto'
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily, type List } from '../list-definition.ts'
import { articleItem, jsonList } from '../sites/json-list.ts'

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

const shortest = 20

function wereadHash(id: string): string {
  const digest = hash('md5', id)
  const isNumber = /^\d+$/.test(id)
  const groups = isNumber ? hexOfNumbers(id) : [hexOfSigns(id)]
  const measured = groups.map((group) => `${group.length.toString(16).padStart(2, '0')}${group}`).join('g')
  const start = `${digest.slice(0, 3)}${isNumber ? 3 : 4}2${digest.slice(-2)}${measured}`
  const whole = start + digest.slice(0, Math.max(0, shortest - start.length))
  return whole + hash('md5', whole).slice(0, 3)
}

function hexOfNumbers(digits: string): string[] {
  return (digits.match(/\d{1,9}/g) ?? []).map((group) => Number(group).toString(16))
}

function hexOfSigns(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16)).join('')
}
