// 果壳: science articles, from the front page's API, else from an older one (upstreams/hot/b-guokr.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { zonedTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'

const site = 'https://www.guokr.com'
const optional = { summary: maybeText, small_image: maybeText, date_published: maybeText, date_modified: maybeText }
const article = z.object({ title: z.string(), ...optional, author: z.object({ nickname: maybeText }).nullish() })
const reply = lenientArray(article.extend({ id: nonEmptyText() }))
const olderReply = z.object({ result: lenientArray(article.extend({ url: z.string() })) })

export default defineFamily({
  name: '果壳',
  home: `${site}/`,
  column: 'science',
  color: '#69ae38',
  lists: { guokr: { type: 'realtime', interval: 3600, ask: (io) => io.firstOf([latest, older]) } },
})

async function latest(io: Io): Promise<HotItem[]> {
  const articles = await io.json(`${site}/beta/proxy/science_api/articles?limit=30`, reply, { headers: dataHeaders })
  return articles.map((row) => itemOf(row, row.id))
}

async function older(io: Io): Promise<HotItem[]> {
  const address = `${site}/apis/minisite/article.json?retrieve_type=by_subject&limit=20&offset=0`
  const { result } = await io.json(address, olderReply, { headers: dataHeaders })
  return result.map((row) => itemOf(row, /\/article\/(\d+)/.exec(row.url)?.[1]))
}

function itemOf({ title, summary: hover, small_image: icon, ...row }: z.output<typeof article>, id?: string): HotItem {
  const pages = { url: `${site}/article/${id}`, mobileUrl: `https://m.guokr.com/article/${id}` }
  const pubDate = zonedTime(row.date_published) ?? zonedTime(row.date_modified)
  return articleItem({ id, title, ...pages, pubDate, hover, info: row.author?.nickname, icon })
}
