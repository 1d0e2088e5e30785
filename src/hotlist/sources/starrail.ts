// 崩坏：星穹铁道: announcements, events and news (upstreams/hot/b-starrail.md).
import { defineFamily } from '../list-definition.ts'
import { noticeLists } from '../sites/miyoushe.ts'

export default defineFamily({
  name: '崩坏：星穹铁道',
  home: 'https://www.miyoushe.com/sr/home/53',
  column: 'game',
  color: '#8a7cd6',
  lists: noticeLists('starrail', { part: 'sr', count: 20 }),
})
