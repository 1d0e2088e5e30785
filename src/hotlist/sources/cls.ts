// 财联社: market news flashes, long reads, and most-read articles (upstreams/hot/cls.md).
import { z } from 'zod'
import { lenientArray, maybeAmount, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { clsQuery } from '../sites/cls-query.ts'
import { unwrapEnvelope } from '../sites/envelope.ts'
import { newestFirst } from '../sites/newest-first.ts'

const site = 'https://www.cls.cn'
const envelope = { code: 'errno', success: 0, words: 'msg' }
const article = z.object({
  id: nonEmptyText(),
  title: maybeText,
  brief: maybeText,
  shareurl: maybeText,
  ctime: maybeWord,
  is_ad: maybeAmount,
})
const roll = { ...envelope, holds: z.object({ data: z.object({ roll_data: lenientArray(article) }) }) }
const depth = { ...envelope, holds: z.object({ data: z.object({ depth_list: lenientArray(article) }) }) }
const hot = { ...envelope, holds: z.object({ data: lenientArray(article) }) }

export default defineFamily({
  name: '财联社',
  home: site,
  column: 'finance',
  color: '#ef4444',
  lists: {
    'cls-telegraph': {
      title: '电报',
      type: 'realtime',
      interval: 300,
      async ask(io) {
        const now = String(Math.floor(io.now.getTime() / 1000))
        const query = clsQuery({ last_time: now, refresh_type: '1', rn: '30' })
        const headers = { referer: `${site}/telegraph` }
        const { data } = await unwrapEnvelope(io, `${site}/v1/roll/get_roll_list?${query}`, roll, { headers })
        return itemsOf(data.roll_data)
      },
    },
    'cls-depth': {
      title: '深度',
      type: 'realtime',
      interval: 600,
      async ask(io) {
        const { data } = await unwrapEnvelope(io, `${site}/v3/depth/home/assembled/1000?${clsQuery()}`, depth)
        return newestFirst(itemsOf(data.depth_list))
      },
    },
    'cls-hot': {
      title: '热门',
      type: 'hottest',
      interval: 600,
      async ask(io) {
        const { data } = await unwrapEnvelope(io, `${site}/v2/article/hot/list?${clsQuery()}`, hot)
        return itemsOf(data).map((item) => ({ ...item, pubDate: undefined }))
      },
    },
  },
})

/** Drops advertisements. */
function itemsOf(articles: readonly z.output<typeof article>[]): HotItem[] {
  return articles
    .filter(({ is_ad }) => !is_ad)
    .map(({ id, title, brief, shareurl, ctime }) => ({
      id,
      title: title || brief,
      url: `${site}/detail/${id}`,
      mobileUrl: shareurl,
      pubDate: unixTime(ctime),
    }))
}
