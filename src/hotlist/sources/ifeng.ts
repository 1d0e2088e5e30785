// Phoenix New Media: hot news of the front page (upstreams/hot/ifeng.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, maybeText } from '../../parsing/lenient-schemas.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { parseEmbeddedData } from '../sites/embedded-json.ts'

const allData = z.object({
  hotNews1: lenientArray(z.object({ title: z.string(), url: z.string(), newsTime: maybeText })),
})

export default defineFamily({
  name: '凤凰网',
  home: 'https://www.ifeng.com',
  column: 'china',
  color: '#ef4444',
  lists: { ifeng: { title: '热点资讯', type: 'hottest', interval: 600, ask } },
})

async function ask(io: Io): Promise<HotItem[]> {
  const page = await io.text('https://www.ifeng.com/', { headers: pageHeaders })
  const { hotNews1 } = parseEmbeddedData(page, 'var allData', allData)
  return hotNews1.map(({ title, url, newsTime }) => ({ id: url, title, url, pubDate: chinaTime(newsTime) }))
}
