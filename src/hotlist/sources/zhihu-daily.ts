// 知乎日报: stories of the day (upstreams/hot/b-zhihu-daily.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { articleItem } from '../sites/article-item.ts'

const address = 'https://daily.zhihu.com/api/4/news/latest'
const optional = { url: maybeText, hint: maybeText, ga_prefix: maybeText, images: z.array(z.string()).nullish() }
const story = z.object({ id: nonEmptyText(), type: z.number(), title: z.string(), ...optional })
const reply = z.object({ date: z.string().regex(/^\d{8}$/), stories: lenientArray(story) })

export default defineFamily({
  name: '知乎日报',
  home: 'https://daily.zhihu.com/',
  column: 'science',
  color: '#0084ff',
  needs: 'an IP address in China: some others are blocked',
  lists: { 'zhihu-daily': { type: 'realtime', interval: 1800, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const { date, stories } = await io.json(address, reply, { headers: { ...dataHeaders, referer: address } })
  // Other entries are advertisements.
  const own = stories.filter(({ type }) => type === 0)
  return own.map(({ id, title, url, hint: hover, ga_prefix: prefix, images }) => {
    // The year of `20260914`; month, day and hour of `091407`.
    const pubDate = chinaTime(`${date.slice(0, 4)}-${prefix?.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1-$2 $3:00')}`)
    const info = /^(.+?) \/ /.exec(hover ?? '')?.[1]
    return articleItem({ id, title, url, pubDate, hover, info, icon: images?.[0] })
  })
}
