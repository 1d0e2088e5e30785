// 雪球: most-viewed stocks, of two hosts that may want no cookie, else with a visitor's cookie (upstreams/hot/xueqiu.md, corrections-2026-11.md).
import { z } from 'zod'
import { treatAsBlocked } from '../../parsing/api-refusal.ts'
import { maybeAmount, maybeNumber, maybeText } from '../../parsing/lenient-schemas.ts'
import { cookieText } from '../../parsing/source-settings.ts'
import { cookieHeader, withCookies } from '../../parsing/visitor-pass.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { jsonRows } from '../sites/json-list.ts'

const texts = { code: z.string(), name: maybeText, exchange: maybeText }
const row = z.object({ ...texts, value: maybeNumber, percent: maybeNumber, ad: maybeAmount })
const reply = { ok: ['error_code', 0, 'error_description'], rows: 'data.items', row } as const

const hosts = { stock: 'stock.xueqiu.com', api: 'api.xueqiu.com' } as const

/** The reply without a valid cookie. */
const wanted = 'the site requires a known cookie: set XUEQIU_COOKIE to a browser cookie'
const turnedAway = treatAsBlocked([400], wanted)

/** Without a cookie that is no refusal of this machine: another host, or a visitor's cookie, may do. */
function namesSetting(error: unknown): never {
  if (!(error instanceof UpstreamError) || error.status !== 400) throw error
  throw new UpstreamError('mismatch', wanted, { status: 400, cause: error })
}

export default defineFamily({
  name: '雪球',
  home: 'https://xueqiu.com',
  column: 'finance',
  color: '#0d6cf2',
  settings: z.object({
    cookie: cookieText().optional().describe('browser cookies, if the automatic ones are rejected'),
  }),
  lists: {
    'xueqiu-hotstock': {
      title: '热门股票',
      type: 'hottest',
      interval: 120,
      ask: (io, { cookie }) =>
        io.firstOf([
          ...(cookie === undefined ? [] : [(own: Io) => hotStocks(own, hosts.stock, cookie).catch(namesSetting)]),
          (own) => hotStocks(own, hosts.stock).catch(namesSetting),
          (own) => hotStocks(own, hosts.api).catch(namesSetting),
          (own) =>
            withCookies(own, 'https://xueqiu.com/hq', (visitor) =>
              hotStocks(own, hosts.stock, visitor).catch(turnedAway),
            ),
        ]),
    },
  },
})

async function hotStocks(io: Io, host: string, cookie = ''): Promise<HotItem[]> {
  const address = `https://${host}/v5/stock/hot_stock/list.json?size=30&_type=10&type=10`
  const headers = { referer: 'https://xueqiu.com/hq', ...cookieHeader(cookie) }
  const found = await jsonRows(io, address, { ...reply, headers })
  const stocks = found.filter(({ ad }) => !ad)
  return stocks.map(({ code, name, value, percent, exchange }) => ({
    id: code,
    title: name,
    url: `https://xueqiu.com/s/${code}`,
    hot: value,
    info: [...(typeof percent === 'number' ? [`${percent}%`] : []), exchange ?? ''].join(' ').trim(),
  }))
}
