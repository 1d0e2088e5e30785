// PCBeta, a Windows forum: the newest threads of two boards (upstreams/hot/pcbeta.md).
import { defineFamily } from '../list-definition.ts'
import { feedItems } from '../sites/feed-items.ts'

export default defineFamily({
  name: '远景论坛',
  home: 'https://bbs.pcbeta.com',
  column: 'tech',
  color: '#3b82f6',
  lists: {
    'pcbeta-windows11': {
      title: 'Win11',
      type: 'realtime',
      interval: 300,
      ask: (io) => feedItems(io, 'https://bbs.pcbeta.com/forum.php?mod=rss&fid=563&auth=0'),
    },
    'pcbeta-windows': {
      title: 'Windows 资源',
      type: 'realtime',
      interval: 300,
      isOff: true,
      ask: (io) => feedItems(io, 'https://bbs.pcbeta.com/forum.php?mod=rss&fid=521&auth=0'),
    },
  },
})
