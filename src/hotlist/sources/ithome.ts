// IT之家: the latest IT news without shopping offers, and the most-read news (upstreams/hot/ithome.md, b-ithome.md).
import { amountOf } from '../../parsing/text.ts'
import { shownTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleNumber, desktopPage } from '../sites/ithome.ts'
import { toHttps } from '../sites/links.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { pageList, pageRows } from '../sites/page-rows.ts'
import { parseRelativeTime } from '../sites/relative-time.ts'

const bargain = /神券|优惠|补贴|京东/

/** The lists of the day, the week and the month, in this order. */
const mostRead = pageList('https://m.ithome.com/rankm/', '.rank-box .placeholder', (row, io) => {
  const mobileUrl = row.link('a')
  const number = articleNumber(mobileUrl)
  if (number === undefined) return []
  return {
    id: number,
    title: row.text('.plc-title'),
    url: desktopPage(number),
    mobileUrl,
    pubDate: parseRelativeTime(row.text('.post-time'), io.now),
    hot: amountOf(row.text('.review-num')),
    icon: toHttps(row.attribute('data-original', 'img')),
  }
})

export default defineFamily({
  name: 'IT之家',
  home: 'https://www.ithome.com',
  column: 'tech',
  color: '#d22222',
  lists: {
    ithome: { type: 'realtime', interval: 600, ask: latest },
    'ithome-rank': {
      title: '热榜',
      home: 'https://m.ithome.com/rankm/',
      type: 'hottest',
      interval: 900,
      async ask(io) {
        const items = await mostRead(io)
        // An article stands there again with another title.
        return items.filter(({ id }, at) => items.findIndex((item) => item.id === id) === at)
      },
    },
  },
})

async function latest(io: Io): Promise<HotItem[]> {
  const news = await pageRows(io, 'https://www.ithome.com/list/', '#list > div.fl > ul > li')
  const items = news.flatMap((row) => {
    const [url, title] = [row.link('a.t'), row.text('a.t')]
    if (url?.includes('lapin') || bargain.test(title)) return []
    return { id: url, title, url, pubDate: shownTime(row.text('i'), io.now) }
  })
  return newestFirst(items, io.now)
}
