// MKTNews: market-moving news flashes in English and Chinese (upstreams/hot/mktnews.md).
import { z } from 'zod'
import { lenientArray, maybeAmount, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'
import { splitHeadline } from '../sites/headline.ts'
import { newestFirst } from '../sites/newest-first.ts'

const site = 'https://mktnews.net'
const data = z.object({ title: maybeText, content: maybeText })
const flash = z.object({ id: nonEmptyText(), time: maybeText, important: maybeAmount, data })
const reply = { code: 'status', success: 200, words: 'message', holds: z.object({ data: lenientArray(flash) }) }

export default defineFamily({
  name: 'MKTNews',
  home: site,
  column: 'finance',
  color: '#6366f1',
  lists: { 'mktnews-flash': { title: '快讯', type: 'realtime', interval: 120, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const headers = { origin: site, referer: `${site}/` }
  const { data } = await unwrapEnvelope(io, 'https://api.mktnews.net/api/flash?type=0&limit=50', reply, { headers })
  return newestFirst(data.map(itemOf))
}

function itemOf({ id, time, important, data }: z.output<typeof flash>): HotItem {
  const hover = titleText(data.content)
  const title = titleText(data.title) || splitHeadline(hover).title
  const info = important === 1 ? 'Important' : undefined
  return { id, title, url: `${site}/flashDetail.html?id=${id}`, pubDate: zonedTime(time), info, hover }
}
