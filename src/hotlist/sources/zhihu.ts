// Zhihu: the hot list, from the site, its app or their older API (upstreams/hot/zhihu.md, b-zhihu.md).
import { z } from 'zod'
import { maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { cookieText } from '../../parsing/source-settings.ts'
import { amountOf } from '../../parsing/text.ts'
import { unixTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { cookieHeader } from '../sites/cookies.ts'
import { jsonRows } from '../sites/json-list.ts'
import { toHttps } from '../sites/links.ts'

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

const text = z.object({ text: z.string() }).nullish()
const now = z
  .object({
    target: z.object({
      title_area: z.object({ text: z.string() }),
      link: z.object({ url: z.string() }),
      metrics_area: text,
      excerpt_area: text,
    }),
    card_label: z.object({ icon: maybeText }).nullish(),
  })
  .transform(({ target: { title_area, link, metrics_area, excerpt_area }, card_label }) => ({
    ...placeOf(link.url),
    title: title_area.text,
    ...heatOf(metrics_area?.text),
    hover: excerpt_area?.text,
    icon: card_label?.icon,
  }))
const older = z
  .object({
    target: z.object({
      title: z.string(),
      url: z.string(),
      excerpt: maybeText,
      created: maybeNumber,
      author: z.object({ name: maybeText }).nullish(),
    }),
    detail_text: maybeText,
    children: z.array(z.object({ thumbnail: maybeText })).nullish(),
  })
  .transform(({ target: { title, url, excerpt, created, author }, detail_text, children }) => {
    // The app's URLs are API URLs, which people cannot open.
    const place = placeOf(url.replace(/^https:\/\/api\.zhihu\.com\/questions\//, 'https://www.zhihu.com/question/'))
    const { hot, info } = heatOf(detail_text)
    return {
      ...place,
      mobileUrl: place.url,
      title,
      pubDate: unixTime(created),
      hot,
      hover: excerpt,
      // The name of every author in some replies.
      info: author?.name === '用户' ? undefined : author?.name || info,
      icon: toHttps(children?.[0]?.thumbnail),
    }
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
