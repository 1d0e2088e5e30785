// HelloGitHub: open source projects recommended by readers, from either host (upstreams/hot/b-hellogithub.md).
import { z } from 'zod'
import { maybeNumber, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime, unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { jsonList } from '../sites/json-list.ts'

const texts = { full_name: maybeText, summary: maybeText, author: maybeText }
const figures = { clicks_total: maybeNumber, updated_at: maybeWord }
const project = z.object({ item_id: nonEmptyText(), title: z.string(), ...texts, ...figures })

export default defineFamily({
  name: 'HelloGitHub',
  home: 'https://hellogithub.com/',
  column: 'tech',
  color: '#3b82f6',
  lists: {
    hellogithub: { title: '精选', type: 'hottest', interval: 3600, ask: sortedBy('featured') },
    'hellogithub-all': { title: '全部', type: 'realtime', interval: 3600, ask: sortedBy('all') },
  },
})

function sortedBy(sort: string) {
  const main = `https://api.hellogithub.com/v1/?sort_by=${sort}&page=1&rank_by=newest&tid=all`
  const abroad = `https://abroad.hellogithub.com/v1/?sort_by=${sort}&tid=&page=1`
  return (io: Io) => io.firstOf([projects(main), projects(abroad)])
}

function projects(address: string) {
  return jsonList({
    address,
    ok: ['success', true, 'message'],
    rows: 'data',
    row: project,
    item: ({ item_id: id, title, summary: hover, author: info, clicks_total: hot, ...row }) => {
      const url = `https://hellogithub.com/repository/${row.full_name || id}`
      const pubDate = chinaTime(row.updated_at) ?? unixTime(row.updated_at)
      return articleItem({ id, title, url, pubDate, hot, hover, info })
    },
  })
}
