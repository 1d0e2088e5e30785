// Sputnik in Chinese: the news ticker of its pages (upstreams/hot/sputniknewscn.md).
import { unixTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { pageList } from '../sites/page-rows.ts'

const home = 'https://sputniknews.cn'

const ask = pageList(`${home}/services/widget/lenta/`, '.lenta__item', (row) => ({
  id: row.attribute('href', 'a'),
  title: row.text('.lenta__item-text'),
  url: row.link('a'),
  pubDate: unixTime(row.attribute('data-unixtime', '.lenta__item-date')),
}))

export default defineFamily({
  name: '卫星通讯社',
  home,
  column: 'world',
  color: '#f97316',
  lists: { sputniknewscn: { type: 'realtime', interval: 600, ask } },
})
