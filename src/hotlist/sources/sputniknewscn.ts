// Sputnik in Chinese: the news ticker of its pages (upstreams/hot/sputniknewscn.md).
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { pageRows } from '../sites/page-rows.ts'

const home = 'https://sputniknews.cn'

export default defineFamily({
  name: '卫星通讯社',
  home,
  column: 'world',
  color: '#f97316',
  lists: { sputniknewscn: { type: 'realtime', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const news = await pageRows(io, `${home}/services/widget/lenta/`, '.lenta__item')
  return news.map((row) => ({
    id: row.attribute('href', 'a'),
    title: row.text('.lenta__item-text'),
    url: row.link('a'),
    pubDate: unixTime(row.attribute('data-unixtime', '.lenta__item-date')),
  }))
}
