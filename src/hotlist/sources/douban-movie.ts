// 豆瓣电影: recent films by rating (upstreams/hot/b-douban-movie.md).
import { amountOf } from '../../reading/texts.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { overHttps } from '../sites/links.ts'
import { pageRows } from '../sites/page-rows.ts'
import { turnedAwayBy } from '../sites/turned-away.ts'

const chart = 'https://movie.douban.com/chart'

export default family({
  name: '豆瓣电影 · 新片榜',
  home: chart,
  column: 'entertainment',
  color: '#2d963d',
  needs: 'an IP address that the site does not block',
  lists: { 'douban-movie': { type: 'hottest', interval: 21_600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const films = await pageRows(io, chart, '.article tr.item').catch(turnedAwayBy(418))
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
      icon: overHttps(row.attribute('src', 'img')),
    }
  })
}
