// 果核剥壳: the latest software posts (upstreams/hot/ghxi.md).
import { shownTime } from '../../parsing/times.ts'
import { defineFamily } from '../list-definition.ts'
import { pageList } from '../sites/page-rows.ts'

const ask = pageList('https://www.ghxi.com/category/all', '.sec-panel .sec-panel-body .post-loop > li', (row, io) => {
  const url = row.link('.item-content .item-title a')
  return {
    id: url,
    title: row.text('.item-content .item-title'),
    url,
    hover: row.text('.item-content .item-excerpt'),
    pubDate: shownTime(row.text('.item-content .date'), io.now),
  }
})

export default defineFamily({
  name: '果核剥壳',
  home: 'https://www.ghxi.com/',
  column: 'tech',
  color: '#eab308',
  needs: 'an IP address that the site does not block',
  lists: { ghxi: { type: 'realtime', interval: 600, isOff: true, ask } },
})
