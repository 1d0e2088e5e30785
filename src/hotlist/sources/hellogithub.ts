// HelloGitHub: open source projects recommended by readers, from either host (upstreams/hot/b-hellogithub.md).
import { z } from 'zod'
import { lenientArray, maybeNumber, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime, unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'

const texts = { full_name: maybeText, summary: maybeText, author: maybeText }
const figures = { clicks_total: maybeNumber, updated_at: maybeWord }
const project = z.object({ item_id: nonEmptyText(), title: z.string(), ...texts, ...figures })
const reply = { code: 'success', success: true, words: 'message', holds: z.object({ data: lenientArray(project) }) }

export default defineFamily({
  name: 'HelloGitHub',
  home: 'https://hellogithub.com/',
  column: 'tech',
  color: '#3b82f6',
  lists: {
    hellogithub: { name: 'HelloGitHub · 精选', type: 'hottest', interval: 3600, ask: sortedBy('featured') },
    'hellogithub-all': { name: 'HelloGitHub · 全部', type: 'realtime', interval: 3600, ask: sortedBy('all') },
  },
})

function sortedBy(sort: string) {
  const main = `https://api.hellogithub.com/v1/?sort_by=${sort}&page=1&rank_by=newest&tid=all`
  const abroad = `https://abroad.hellogithub.com/v1/?sort_by=${sort}&tid=&page=1`
  return (io: Io) => io.firstOf([(one) => projects(one, main), (one) => projects(one, abroad)])
}

async function projects(io: Io, address: string): Promise<HotItem[]> {
  const { data } = await unwrapEnvelope(io, address, reply)
  return data.map(({ item_id: id, title, summary: hover, author: info, clicks_total: hot, ...row }) => {
    const url = `https://hellogithub.com/repository/${row.full_name || id}`
    const pubDate = chinaTime(row.updated_at) ?? unixTime(row.updated_at)
    return articleItem({ id, title, url, pubDate, hot, hover, info })
  })
}
