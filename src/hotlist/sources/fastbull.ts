// 法布财经: market news flashes and headlines (upstreams/hot/fastbull.md).
import type { Io } from '../../upstream/source.ts'
import { defineFamily, type HotItem } from '../list-definition.ts'
import { resolveLink } from '../sites/links.ts'
import { newestFirst } from '../sites/newest-first.ts'
import { pageRows } from '../sites/page-rows.ts'

const site = 'https://www.fastbull.com'

export default defineFamily({
  name: '法布财经',
  // The older domain; pages are fetched from the newer one.
  home: 'https://www.fastbull.cn',
  column: 'finance',
  color: '#10b981',
  lists: {
    'fastbull-express': { title: '快讯', type: 'realtime', interval: 120, ask: flashes },
    'fastbull-news': { title: '头条', type: 'realtime', interval: 1800, ask: headlines },
  },
})

async function flashes(io: Io): Promise<HotItem[]> {
  const flashRows = await pageRows(io, `${site}/cn/express-news`, '.news-list:not(:has(.news-list))')
  const items = flashRows.map((row) => {
    const path = row.attribute('data-href', '[data-href]')
    const number = row.attribute('data-id', '[data-id]') ?? row.attribute('data-id')
    const text = row.text('.title_name')
    const [, headline = ''] = /【([^【】]*)】/.exec(text) ?? []
    return {
      id: path ?? number,
      title: headline.length < 4 ? text : headline,
      url: resolveLink(`${site}/cn/fastshort/`, path ?? number),
      pubDate: timeOf(row.attribute('data-date') ?? row.attribute('data-time')),
    }
  })
  return newestFirst(items, io.now)
}

async function headlines(io: Io): Promise<HotItem[]> {
  const links = await pageRows(io, `${site}/cn/news`, '.trending_type')
  const items = links.map((link) => ({
    id: link.attribute('href'),
    title: link.text('.title'),
    url: link.link(),
    pubDate: timeOf(link.attribute('data-date', '[data-date]')),
  }))
  return newestFirst(items, io.now)
}

/** Parses epoch milliseconds. */
function timeOf(text: string | undefined): Date | undefined {
  return /^\d{12,14}$/.test(text ?? '') ? new Date(Number(text)) : undefined
}
