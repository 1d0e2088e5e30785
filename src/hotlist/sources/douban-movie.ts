// 豆瓣电影: recent films by rating (upstreams/hot/b-douban-movie.md).
import { amountOf } from '../../parsing/text.ts'
import { defineFamily } from '../list-definition.ts'
import { treatAsBlocked } from '../sites/blocked-status.ts'
import { toHttps } from '../sites/links.ts'
import { pageList } from '../sites/page-rows.ts'

const chart = 'https://movie.douban.com/chart'

const films = pageList(chart, '.article tr.item', (row) => {
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

export default defineFamily({
  name: '豆瓣电影',
  home: chart,
  column: 'entertainment',
  color: '#2d963d',
  needs: 'an IP address that the site does not block',
  lists: {
    'douban-movie': {
      title: '新片榜',
      type: 'hottest',
      interval: 21_600,
      ask: (io) => films(io).catch(treatAsBlocked(418)),
    },
  },
})
