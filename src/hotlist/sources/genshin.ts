// 原神: announcements, events and news (upstreams/hot/b-genshin.md).
import { defineFamily } from '../list-definition.ts'
import { noticeLists } from '../sites/miyoushe.ts'

export default defineFamily({
  name: '原神',
  home: 'https://www.miyoushe.com/ys/home/28',
  column: 'game',
  color: '#5b8def',
  lists: noticeLists('genshin', { part: 'ys', count: 20 }),
})
