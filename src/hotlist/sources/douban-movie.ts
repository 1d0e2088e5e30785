// 豆瓣电影: recent films by rating (upstreams/hot/b-douban-movie.md).
import { amountOf } from '../../parsing/text.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { treatAsBlocked } from '../sites/blocked-status.ts'
import { toHttps } from '../sites/links.ts'
import { pageRows } from '../sites/page-rows.ts'

const chart = 'https://movie.douban.com/chart'

export default defineFamily({
  name: '豆瓣电影 · 新片榜',
  home: chart,
  column: 'entertainment',
  color: '#2d963d',
  needs: 'an IP address that the site does not block',
  lists: { 'douban-movie': { type: 'hottest', interval: 21_600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const films = await pageRows(io, chart, '.article tr.item').catch(treatAsBlocked(418))
  return films.map((row) => {
    const url = row.link('a')
    const [id] = /\d+/.exec(url ?? '') ?? []
    return {
      id,
      title: row.attribute('title', 'a'),
      url,
      mobileUrl: `https://m.douban.com/movie/subject/${id}/`,
      hot: amountOf(row.text('span.pl')),
      hover: row.text('p.pl'),
      icon: toHttps(row.attribute('src', 'img')),
    }
  })
}
