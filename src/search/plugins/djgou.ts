// Searches Djgou (短剧狗), short dramas on Quark (upstreams/search/plugins-2026-11/djgou.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine } from '../../parsing/text.ts'
import { chinaDate, chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, withDetails, wordsIn } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { limitText, throwIfRefused } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://duanjugou.top'), details: wholeNumber(1, 10, 5) })

const maxItems = 60

export default {
  home: 'https://duanjugou.top/',
  name: '短剧狗',
  value: 'some',
  evidence: '2026-09-28 default of a peer; 2026-09-01 probed',
  limits: { parallel: 3, attempts: 2, attemptMs: 8_000, askMs: 20_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const page = await askOpenPage(io, `${base_url}/search.php?q=${encodeURIComponent(kw)}&page=1`, base_url)
    const rows = unnestedNodes(page, page('article.post-item-row'), maxItems)
    if (rows.length === 0 && page('form, input[name="q"], [class*="post-"]').length === 0) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page is not a list of dramas')
    }
    const items = parseItems(rows, (row) => readRow(page, row, base_url, io.now), 'a list of dramas without titles')
    return withDetails(items, io, { kw, details, read: ({ url }, way) => readDrama(url, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

/** A page; the firewall of the site may first send a script that leads to the address it wants, which is followed once. */
async function askOpenPage(io: Io, url: string, base_url: string): Promise<ParsedPage> {
  const first = await askPage(io, url, base_url)
  const next = /window\.location\.href\s{0,9}=\s{0,9}["']([^"'\s]{1,2000}btwaf=[^"'\s]{1,500})["']/.exec(
    first('script').text(),
  )?.[1]
  if (next === undefined) return first
  const address = addressOf(next, `${base_url}/`)
  if (address === '' || new URL(address).host !== new URL(base_url).host)
    throw new UpstreamError('blocked', 'the firewall of the site leads elsewhere')
  const second = await askPage(io, address, base_url)
  if (second('script').text().includes('btwaf='))
    throw new UpstreamError('blocked', 'the firewall of the site asks again')
  return second
}

function readRow(page: ParsedPage, row: PageNode, base_url: string, now: Date) {
  const name = findWithin(page, row, 'h2.post-title a').first()
  const url = addressOf(name.attr('href'), `${base_url}/`)
  const title = oneLine(name.text())
  if (url === '' || title === '') return undefined
  const date = wordsIn(page, row, '.post-date')
  const at = chinaTime(/^\d\d-\d\d$/.test(date) ? `${chinaDate(now).slice(0, 4)}-${date}` : date)
  return { id: new URL(url).pathname.slice(1), title, url, at, tags: ['短剧'] }
}

/** The shares may be anywhere in the page. */
async function readDrama(url: string, io: Io, base_url: string): Promise<ItemPage> {
  const page = await askOpenPage(io, url, base_url)
  const post = page('div.post-content, div.erx-wrap').first()
  if (post.length === 0) throw new UpstreamError('mismatch', 'the page is not that of a drama')
  const inside = richTextOf(post.toArray())
  if (/pan\.(?:quark|qoark)\.cn/.test(inside.text + inside.anchors.map(({ href }) => href).join(' ')))
    return limitText(inside)
  return limitText(richTextOf(page('body').toArray()))
}
