// 米游社: notices of its games, except those that have their own family (upstreams/hot/b-miyoushe.md).
import { defineFamily } from '../list-definition.ts'
import { noticeList, noticeLists } from '../sites/miyoushe.ts'

export default defineFamily({
  name: '米游社',
  home: 'https://www.miyoushe.com/',
  column: 'game',
  color: '#657ef8',
  lists: {
    // The same as `honkai`.
    miyoushe: { ...noticeList({ name: '崩坏3', part: 'bh3', count: 30 }, '公告'), isOff: true },
    ...noticeLists('miyoushe-zzz', { name: '绝区零', part: 'zzz', count: 30 }),
    ...noticeLists('miyoushe-bh2', { name: '崩坏学园2', part: 'bh2', count: 30 }),
    ...noticeLists('miyoushe-wd', { name: '未定事件簿', part: 'wd', count: 30 }),
    ...noticeLists('miyoushe-dby', { name: '大别野', part: 'dby', count: 30 }),
  },
})
