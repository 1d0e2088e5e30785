// 果壳: science articles, from the front page's API, else from an older one (upstreams/hot/b-guokr.md).
import { z } from 'zod'
import { maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { zonedTime } from '../../parsing/times.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'

const site = 'https://www.guokr.com'
const optional = { summary: maybeText, small_image: maybeText, date_published: maybeText, date_modified: maybeText }
const article = z.object({ title: z.string(), ...optional, author: z.object({ nickname: maybeText }).nullish() })

const latest = jsonList({
  address: `${site}/beta/proxy/science_api/articles?limit=30`,
  rows: '',
  row: article.extend({ id: nonEmptyText() }),
  item: (row) => itemOf(row, row.id),
})

const older = jsonList({
  address: `${site}/apis/minisite/article.json?retrieve_type=by_subject&limit=20&offset=0`,
  rows: 'result',
  row: article.extend({ url: z.string() }),
  item: (row) => itemOf(row, /\/article\/(\d+)/.exec(row.url)?.[1]),
})

export default defineFamily({
  name: '果壳',
  home: `${site}/`,
  column: 'science',
  color: '#69ae38',
  lists: { guokr: { type: 'realtime', interval: 3600, ask: (io) => io.firstOf([latest, older]) } },
})

function itemOf({ title, summary: hover, small_image: icon, ...row }: z.output<typeof article>, id?: string): HotItem {
  const pages = { url: `${site}/article/${id}`, mobileUrl: `https://m.guokr.com/article/${id}` }
  const pubDate = zonedTime(row.date_published) ?? zonedTime(row.date_modified)
  return articleItem({ id, title, ...pages, pubDate, hover, info: row.author?.nickname, icon })
}
