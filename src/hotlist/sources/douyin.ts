// Douyin: the hot search, of the app's host, else of the site, which requires a cookie (upstreams/hot/douyin.md, corrections-2026-11.md).
import { z } from 'zod'
import { amountOf } from '../../parsing/text.ts'
import { cookieHeader, withCookies } from '../../parsing/visitor-pass.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonRows } from '../sites/json-list.ts'

const hot_value = z.union([z.number(), z.string()]).nullish()
const row = z.object({ sentence_id: z.string(), word: z.string(), hot_value })
const reply = { ok: ['status_code', 0, 'status_msg'], rows: 'data.word_list', row } as const

/** Pages that set cookies; the second is older and may not set any today. */
const loginPages = [
  'https://login.douyin.com/',
  'https://www.douyin.com/passport/general/login_guiding_strategy/?aid=6383',
] as const
const search =
  'https://www.douyin.com/aweme/v1/web/hot/search/list/?device_platform=webapp&aid=6383&channel=channel_pc_web&detail_list=1'

export default defineFamily({
  name: '抖音',
  home: 'https://www.douyin.com',
  column: 'china',
  color: '#161823',
  lists: {
    douyin: {
      type: 'hottest',
      interval: 600,
      ask: (io) =>
        io.firstOf([
          (one) => words(one, 'https://aweme.snssdk.com/aweme/v1/hot/search/list/', {}),
          // With a rejected cookie the site sends an empty reply with status 200.
          ...loginPages.map((page) => (one: Io) => {
            const headers = { referer: 'https://www.douyin.com/' }
            return withCookies(one, page, (cookie) => words(one, search, { ...headers, ...cookieHeader(cookie) }))
          }),
        ]),
    },
  },
})

async function words(io: Io, address: string, headers: Readonly<Record<string, string>>): Promise<HotItem[]> {
  const found = await jsonRows(io, address, { ...reply, headers })
  return found.map(({ sentence_id: id, word: title, hot_value }) => {
    // 0 marks a manually placed row.
    return { id, title, url: `https://www.douyin.com/hot/${id}`, hot: amountOf(hot_value) || undefined }
  })
}
