// IT之家: games that are free for a limited time (upstreams/hot/b-ithome-xijiayi.md).
import { amountOf } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { articleNumber, phonePage } from '../sites/ithome.ts'
import { toHttps } from '../sites/links.ts'
import { pageList } from '../sites/page-rows.ts'

const home = 'https://www.ithome.com/zt/xijiayi'

const ask = pageList(home, '.newslist li', (row) => {
  const url = row.link('a')
  const id = articleNumber(url)
  return {
    id,
    title: row.text('.newsbody h2'),
    url,
    mobileUrl: id && phonePage(id),
    // A script writes the time: `jsDateDiff('2026/9/11 8:07:50')`.
    pubDate: chinaTime(/'([^']*)'/.exec(row.text('span.time'))?.[1]),
    hot: amountOf(row.text('.comment')),
    hover: row.text('.newsbody p'),
    icon: toHttps(row.attribute('data-original', 'img')),
  }
})

export default defineFamily({
  name: 'IT之家',
  home,
  column: 'game',
  color: '#d22222',
  lists: { 'ithome-xijiayi': { title: '喜加一', type: 'realtime', interval: 1800, ask } },
})
