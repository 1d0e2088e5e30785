// IT之家: the latest news about computers and phones, without its bargains (upstreams/hot/ithome.md).
import { shownTime } from '../../reading/times.ts'
import type { Io } from '../../upstream/source.ts'
import { family, type HotItem } from '../hot-list.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { pageRows } from '../sites/page-rows.ts'

const bargain = /神券|优惠|补贴|京东/

export default family({
  name: 'IT之家',
  home: 'https://www.ithome.com',
  column: 'tech',
  color: '#ef4444',
  lists: { ithome: { type: 'realtime', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const news = await pageRows(io, 'https://www.ithome.com/list/', '#list > div.fl > ul > li')
  const items = news.flatMap((row) => {
    const [url, title] = [row.link('a.t'), row.text('a.t')]
    if (url?.includes('lapin') || bargain.test(title)) return []
    return { id: url, title, url, pubDate: shownTime(row.text('i'), io.now) }
  })
  return newestFirst(items)
}
