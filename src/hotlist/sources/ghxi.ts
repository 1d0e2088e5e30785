// 果核剥壳: the latest software posts (upstreams/hot/ghxi.md).
import { shownTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { pageRows } from '../sites/page-rows.ts'

export default defineFamily({
  name: '果核剥壳',
  home: 'https://www.ghxi.com/',
  column: 'china',
  color: '#eab308',
  needs: 'an IP address that the site does not block',
  lists: { ghxi: { type: 'realtime', interval: 600, isOff: true, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const address = 'https://www.ghxi.com/category/all'
  return (await pageRows(io, address, '.sec-panel .sec-panel-body .post-loop > li')).map((row) => {
    const url = row.link('.item-content .item-title a')
    return {
      id: url,
      title: row.text('.item-content .item-title'),
      url,
      hover: row.text('.item-content .item-excerpt'),
      pubDate: shownTime(row.text('.item-content .date'), io.now),
    }
  })
}
