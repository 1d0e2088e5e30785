// Searches Yulinshufa (曦阳小站), a site in GBK (upstreams/search/plugins-2026-11/yulinshufa.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, sharesIn, withDetails, wordsIn } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { throwIfRefused, withoutHashLinks } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('http://www.yulinshufa.cn'), details: wholeNumber(1, 10, 5) })

const maxItems = 60

export default {
  home: 'http://www.yulinshufa.cn/',
  name: '曦阳小站',
  needs: ['http'],
  value: 'few',
  evidence: '2026-09-28 default of a peer; 2026-09-01 probed',
  limits: { parallel: 3, attempts: 2, attemptMs: 10_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const page = await askPage(io, `${base_url}/plus/search.php?q=${gbkParameter(kw)}`, `${base_url}/`)
    if (page('ul.main-list').length === 0 || page.root().text().includes('\ufffd')) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page is not a list of results in the charset of the site')
    }
    const nodes = unnestedNodes(page, page('ul.main-list > li'), maxItems)
    const items = parseItems(nodes, (node) => readItem(page, node, base_url), 'a list of results without titles')
    return withDetails(items, io, { kw, details, read: ({ url }, way) => readDetail(url, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

/** The keyword in GBK, percent-encoded; the site cannot find characters that GBK lacks. */
function gbkParameter(kw: string): string {
  const [firstLead, leads, firstTrail, trails] = [0x81, 0x7e, 0x40, 0xbf]
  const pairs = Array.from({ length: leads * trails }, (_, index) => [
    firstLead + Math.floor(index / trails),
    firstTrail + (index % trails),
  ])
  const decoder = new TextDecoder('gbk')
  const codes = new Map(pairs.map((pair) => [decoder.decode(new Uint8Array(pair)), pair]))
  const hex = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return [...kw]
    .map((sign) => (sign < '\x80' ? encodeURIComponent(sign) : (codes.get(sign)?.map(hex).join('') ?? '%3F')))
    .join('')
}

function readItem(page: ParsedPage, node: PageNode, base_url: string) {
  const name = findWithin(page, node, '.list-con p.s-title a').first()
  const url = addressOf(name.attr('href'), `${base_url}/`)
  const id = /\/xz\/(\d{1,15})\//.exec(url)?.[1]
  const title = oneLine(name.text())
  if (id === undefined || title === '') return undefined
  const cover = addressOf(findWithin(page, node, '.list-pic img').first().attr('src'), base_url)
  const tag = wordsIn(page, node, '.s-ext span.item a')
  const date = oneLine(findWithin(page, node, '.s-ext span.item').last().text())
  return {
    id,
    title,
    url,
    at: chinaTime(date),
    text: wordsIn(page, node, 'p.s-desc'),
    tags: tag === '' ? [] : [tag],
    images: cover === '' ? [] : [cover],
  }
}

async function readDetail(url: string, io: Io, base_url: string): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  const content = page('div.content').first()
  if (content.length === 0) throw new UpstreamError('mismatch', 'the page is not that of an item')
  const written = /日期：\s?(.{10,19})/.exec(page('div.content-info').first().text())?.[1]
  const at = chinaTime(written)?.getTime()
  return { anchors: sharesIn(withoutHashLinks(richTextOf(content.toArray()))), ...(at === undefined ? {} : { at }) }
}
