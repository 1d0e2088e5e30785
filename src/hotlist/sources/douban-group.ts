// 豆瓣小组: selected discussions of all groups (upstreams/hot/b-douban-group.md).
import { amountOf } from '../../parsing/text.ts'
import { defineFamily } from '../list-definition.ts'
import { treatAsBlocked } from '../sites/blocked-status.ts'
import { toHttps } from '../sites/links.ts'
import { pageList } from '../sites/page-rows.ts'
import { parseRelativeTime } from '../sites/relative-time.ts'

const explore = 'https://www.douban.com/group/explore'

const topics = pageList(explore, '.article .channel-item', (row, io) => {
  const url = row.link('h3 a')?.replace(/[?#].*$/s, '')
  const [id] = /\d+/.exec(url ?? '') ?? []
  return {
    id,
    title: row.text('h3 a'),
    url,
    mobileUrl: `https://m.douban.com/group/topic/${id}/`,
    pubDate: parseRelativeTime(row.text('span.pubtime'), io.now),
    hot: amountOf(row.text('.likes')),
    hover: row.text('.block p'),
    info: row.text('span.from a'),
    icon: toHttps(row.attribute('src', '.pic-wrap img')),
  }
})

export default defineFamily({
  name: '豆瓣小组',
  home: explore,
  column: 'community',
  color: '#2d963d',
  needs: 'an IP address that the site does not block',
  lists: {
    'douban-group': {
      title: '讨论精选',
      type: 'hottest',
      interval: 1800,
      ask: (io) => topics(io).catch(treatAsBlocked(418)),
    },
  },
})
