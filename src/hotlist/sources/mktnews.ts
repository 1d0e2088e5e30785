// MKTNews: market-moving news flashes in English and Chinese (upstreams/hot/mktnews.md).
import { z } from 'zod'
import { maybeAmount, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { splitHeadline } from '../sites/headline.ts'
import { jsonList } from '../sites/json-list.ts'
import { newestFirst } from '../sites/newest-first.ts'

const site = 'https://mktnews.net'
const data = z.object({ title: maybeText, content: maybeText })
const flash = z.object({ id: nonEmptyText(), time: maybeText, important: maybeAmount, data })

const flashes = jsonList({
  address: 'https://api.mktnews.net/api/flash?type=0&limit=50',
  headers: { origin: site, referer: `${site}/` },
  ok: ['status', 200, 'message'],
  rows: 'data',
  row: flash,
  item: itemOf,
})

export default defineFamily({
  name: 'MKTNews',
  home: site,
  column: 'finance',
  color: '#6366f1',
  lists: {
    'mktnews-flash': {
      title: '快讯',
      type: 'realtime',
      interval: 120,
      ask: async (io) => newestFirst(await flashes(io), io.now),
    },
  },
})

function itemOf({ id, time, important, data }: z.output<typeof flash>): HotItem {
  const hover = titleText(data.content)
  const title = titleText(data.title) || splitHeadline(hover).title
  const info = important === 1 ? 'Important' : undefined
  return { id, title, url: `${site}/flashDetail.html?id=${id}`, pubDate: zonedTime(time), info, hover }
}
