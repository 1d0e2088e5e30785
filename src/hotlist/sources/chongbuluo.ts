// Chongbuluo, a forum on search and software: new and active threads (upstreams/hot/chongbuluo.md).
import { defineFamily } from '../list-definition.ts'
import { feedItems } from '../sites/feed-items.ts'
import { pageList } from '../sites/page-rows.ts'

const hotPage = 'https://www.chongbuluo.com/forum.php?mod=guide&view=hot'

export default defineFamily({
  name: '虫部落',
  home: 'https://www.chongbuluo.com/forum.php?mod=guide&view=newthread',
  column: 'community',
  color: '#22c55e',
  lists: {
    'chongbuluo-latest': {
      title: '最新',
      type: 'realtime',
      interval: 1800,
      ask: (io) => feedItems(io, 'https://www.chongbuluo.com/forum.php?mod=rss&view=newthread'),
    },
    'chongbuluo-hot': {
      title: '最热',
      home: hotPage,
      type: 'hottest',
      interval: 1800,
      ask: pageList(hotPage, '.bmw table tr', (row) => {
        const url = row.link('.common a')
        return { id: url, title: row.text('.common .xst'), url }
      }),
    },
  },
})
