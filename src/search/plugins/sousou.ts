// Searches Sousou by its pages: a list, then one page per item (upstreams/search/plugins-2026-11/sousou.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { hashOf, oneLine } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, linksOf, withDetails, wordsIn } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, throwIfRefused } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://www.panso.vip'), details: wholeNumber(1, 20, 8) })

const maxItems = 60

export default {
  home: 'https://www.panso.vip/',
  value: 'some',
  evidence: '2026-09-28 default of a peer, rewritten for its pages',
  limits: { parallel: 4, attempts: 2, attemptMs: 10_000, askMs: 30_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const url = `${base_url}/search?q=${encodeURIComponent(kw)}`
    const page = await askPage(io, url, `${base_url}/`)
    const nodes = unnestedNodes(page, page('div.search-item'), maxItems)
    if (nodes.length === 0 && page('form, input[name="q"]').length === 0) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page is not a list of results')
    }
    const items = parseItems(nodes, (node) => readItem(page, node, base_url), 'a list of results without titles')
    return withDetails(items, io, { kw, details, read: (item, way) => readDetail(item.url, url, way) })
  },
} satisfies Plugin<z.output<typeof settings>>

function readItem(page: ParsedPage, node: PageNode, base_url: string) {
  const name = findWithin(page, node, 'a.search-item-title').first()
  const url = addressOf(name.attr('href'), `${base_url}/`)
  const title = oneLine(name.text())
  if (url === '' || title === '') return undefined
  const text = wordsIn(page, node, '.search-item-info')
  return {
    id: hashOf(new URL(url).pathname),
    title,
    url,
    text,
    at: chinaTime(wordsIn(page, node, '.search-item-meta-item')),
  }
}

async function readDetail(url: string, referer: string, io: Io): Promise<ItemPage> {
  const page = await askPage(io, url, referer)
  if (page('.resource-box, .description, a.jump-link').length === 0)
    throw new UpstreamError('mismatch', 'the page is not that of a share')
  const label = page('.description-label').filter((_at, one) => page(one).text().includes('分享时间'))
  const at = chinaTime(oneLine(label.next().text()))?.getTime()
  const text = oneLine(page('.resource-files').first().text())
  const title = oneLine(page('.resource-box h1').first().text()).split(' - 网盘搜索')[0]
  const code = /提取码\s?[:：]\s?([a-z0-9]{3,8})/i.exec(page.root().text())?.[1]
  const links = linksOf(page, 'a.jump-link').slice(0, 1)
  return {
    text,
    anchors: anchorList(links.map((link) => ({ ...link, code, cloud: '' }))),
    ...(title && { title }),
    ...(at && { at }),
  }
}
