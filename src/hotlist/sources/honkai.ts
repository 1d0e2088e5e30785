// 崩坏3: announcements, events and news (upstreams/hot/b-honkai.md).
import { defineFamily } from '../list-definition.ts'
import { noticeLists } from '../sites/miyoushe.ts'

export default defineFamily({
  name: '崩坏3',
  home: 'https://www.miyoushe.com/bh3/home/6',
  column: 'game',
  color: '#12a8e0',
  lists: noticeLists('honkai', { part: 'bh3', count: 20 }),
})
