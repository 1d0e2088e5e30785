// 财联社: market news flashes, long reads, and most-read articles (upstreams/hot/cls.md).
import { hash } from 'node:crypto'
import { z } from 'zod'
import { maybeAmount, maybeText, maybeWord, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import { unixTime } from '../../parsing/times.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonRows, newestFirst } from '../sites/json-list.ts'

const site = 'https://www.cls.cn'
const texts = { title: maybeText, brief: maybeText, shareurl: maybeText }
const row = z.object({ id: nonEmptyText(), ...texts, ctime: maybeWord, is_ad: maybeAmount })
const reply = { ok: ['errno', 0, 'msg'], row } as const

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
        const address = `${site}/v1/roll/get_roll_list?${query}`
        return itemsOf(await jsonRows(io, address, { ...reply, rows: 'data.roll_data', headers }))
      },
    },
    'cls-depth': {
      title: '深度',
      type: 'realtime',
      interval: 600,
      async ask(io) {
        const address = `${site}/v3/depth/home/assembled/1000?${clsQuery()}`
        return newestFirst(itemsOf(await jsonRows(io, address, { ...reply, rows: 'data.depth_list' })), io.now)
      },
    },
    'cls-hot': {
      title: '热门',
      type: 'hottest',
      interval: 600,
      async ask(io) {
        const articles = await jsonRows(io, `${site}/v2/article/hot/list?${clsQuery()}`, { ...reply, rows: 'data' })
        return itemsOf(articles).map((item) => ({ ...item, pubDate: undefined }))
      },
    },
  },
})

function itemsOf(articles: readonly z.output<typeof row>[]): HotItem[] {
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

/** Parameters that the site's page sends; they are signed too. */
const client = { appName: 'CailianpressWeb', os: 'web', sv: '7.7.5' }

/** Builds the query: parameters and the page's own, sorted by name, with the hex MD5 of their hex SHA-1 as `sign`. */
function clsQuery(parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...client, ...parameters })
  query.sort()
  const sha1 = hash('sha1', query.toString())
  query.append('sign', hash('md5', sha1))
  return query.toString()
}
