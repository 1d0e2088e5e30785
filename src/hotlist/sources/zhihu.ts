// Zhihu: the hot list, from the site, its app or their older API (upstreams/hot/zhihu.md, b-zhihu.md).
import { z } from 'zod'
import { maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { cookieText } from '../../parsing/source-settings.ts'
import { amountOf } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import { cookieHeader } from '../../parsing/visitor-pass.ts'
import { toHttps } from '../../parsing/web-links.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonRows } from '../sites/json-list.ts'

const site = 'https://www.zhihu.com/api/v3/feed/topstory/hot-list-web?limit=20&desktop=true'
/** The app's host precedes the site's older URL: after the site blocks us, it is not requested again for a while. */
const others = [
  'https://api.zhihu.com/topstory/hot-list?limit=50',
  'https://api.zhihu.com/topstory/hot-lists/total?limit=50',
  'https://www.zhihu.com/api/v3/feed/topstory/hot-lists/total?limit=50',
] as const

/** The cookie of a signed-in browser: without it the app's API answers some clients with 401. */
const settings = z.object({
  cookie: cookieText().optional().describe("cookies of a signed-in user, for the app's API"),
})

export default defineFamily({
  name: '知乎',
  home: 'https://www.zhihu.com',
  column: 'china',
  color: '#0084ff',
  settings,
  lists: {
    zhihu: {
      type: 'hottest',
      interval: 600,
      ask: (io, { cookie }) =>
        io.firstOf([
          (one) => hotList(one, site),
          ...others.map((address) => (one: Io) => hotList(one, address, cookie)),
        ]),
    },
  },
})

const said = z.object({ text: z.string() })
const link = z.object({ url: z.string() })
const areas = { title_area: said, link, metrics_area: said.nullish(), excerpt_area: said.nullish() }
const now = z
  .object({ target: z.object(areas), card_label: z.object({ icon: maybeText }).nullish() })
  .transform(({ target: { title_area, link, metrics_area, excerpt_area }, card_label }) => ({
    ...placeOf(link.url),
    title: title_area.text,
    ...heatOf(metrics_area?.text),
    hover: excerpt_area?.text,
    icon: card_label?.icon,
  }))
const author = z.object({ name: maybeText }).nullish()
const told = { title: z.string(), url: z.string(), excerpt: maybeText, created: maybeNumber, author }
const children = z.array(z.object({ thumbnail: maybeText })).nullish()
const older = z
  .object({ target: z.object(told), detail_text: maybeText, children })
  .transform(({ target: { title, url: api, excerpt: hover, created, author }, detail_text, children }) => {
    // The app's URLs are API URLs, which people cannot open.
    const { id, url } = placeOf(
      api.replace(/^https:\/\/api\.zhihu\.com\/questions\//, 'https://www.zhihu.com/question/'),
    )
    const { hot, info: heat } = heatOf(detail_text)
    // The name of every author in some replies.
    const info = author?.name === '用户' ? undefined : author?.name || heat
    const icon = toHttps(children?.[0]?.thumbnail)
    return { id, url, mobileUrl: url, title, pubDate: unixTime(created), hot, hover, info, icon }
  })
/** Each upstream may answer in either shape. */
const row = z.union([now, older])

function hotList(io: Io, address: string, cookie = ''): Promise<HotItem[]> {
  return jsonRows(io, address, { rows: 'data', row, headers: cookieHeader(cookie) })
}

/** A slug may also end in digits, so the number is the id only if it is the entire last path segment. */
function placeOf(url: string): Pick<HotItem, 'id' | 'url'> {
  return { id: /\/(\d+)$/.exec(url)?.[1] ?? url, url }
}

/** Parses `1854 万热度`; `热度累计中` means no number yet. */
function heatOf(words: string | null | undefined): Pick<HotItem, 'hot' | 'info'> {
  return { hot: amountOf(words), info: words }
}
