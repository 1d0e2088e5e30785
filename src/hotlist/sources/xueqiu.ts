// 雪球: most-viewed stocks (upstreams/hot/xueqiu.md).
import { z } from 'zod'
import { maybeAmount, maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { cookieText } from '../../parsing/source-settings.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { treatAsBlocked } from '../sites/blocked-status.ts'
import { cookieHeader, withCookies } from '../sites/cookies.ts'
import { jsonRows } from '../sites/json-list.ts'

const texts = { code: z.string(), name: maybeText, exchange: maybeText }
const row = z.object({ ...texts, value: maybeNumber, percent: maybeNumber, ad: maybeAmount })
const reply = { ok: ['error_code', 0, 'error_description'], rows: 'data.items', row } as const

/** The reply without a valid cookie. */
const turnedAway = treatAsBlocked(400, 'the site requires a known cookie: set XUEQIU_COOKIE to a browser cookie')

export default defineFamily({
  name: '雪球',
  home: 'https://xueqiu.com',
  column: 'finance',
  color: '#0d6cf2',
  /** Browser cookies, for when the site does not issue valid ones to a program. */
  settings: z.object({
    cookie: cookieText().optional().describe('browser cookies, if the automatic ones are rejected'),
  }),
  lists: {
    'xueqiu-hotstock': {
      title: '热门股票',
      type: 'hottest',
      interval: 120,
      ask: (io, { cookie }) =>
        cookie === undefined
          ? withCookies(io, 'https://xueqiu.com/hq', (visitor) => hotStocks(io, visitor))
          : hotStocks(io, cookie),
    },
  },
})

async function hotStocks(io: Io, cookie: string): Promise<HotItem[]> {
  const address = 'https://stock.xueqiu.com/v5/stock/hot_stock/list.json?size=30&_type=10&type=10'
  const found = await jsonRows(io, address, { ...reply, headers: cookieHeader(cookie) }).catch(turnedAway)
  const stocks = found.filter(({ ad }) => !ad)
  return stocks.map(({ code, name, value, percent, exchange }) => ({
    id: code,
    title: name,
    url: `https://xueqiu.com/s/${code}`,
    hot: value,
    info: [...(typeof percent === 'number' ? [`${percent}%`] : []), exchange ?? ''].join(' ').trim(),
  }))
}
