// Searches 1LOU, a Xiuno forum; its torrents are left out (upstreams/search/plugins-2026-11/lou1.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { distinct, oneLine } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { limitText, throwIfRefused, withoutHashLinks } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://www.1lou.me'), details: wholeNumber(1, 10, 5) })

const maxThreads = 60

export default {
  home: 'https://www.1lou.me/',
  name: '1LOU',
  state: 'off',
  value: 'few',
  evidence: '2026-09-28 default of a peer',
  limits: { parallel: 3, attempts: 2, attemptMs: 12_000, askMs: 28_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    // Each byte of the keyword as `_XX`.
    const word = [...Buffer.from(kw)].map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
    const page = await askPage(io, `${base_url}/search-${word}.htm`, `${base_url}/`)
    if (page('ul.threadlist, form').length === 0) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page is not a list of threads')
    }
    const nodes = unnestedNodes(page, page('ul.threadlist li.thread'), maxThreads)
    const threads = parseItems(nodes, (node) => readThread(page, node, base_url), 'a list of threads without titles')
    return withDetails(threads, io, { kw, details, read: ({ url }, way) => readPost(url, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

function readThread(page: ParsedPage, node: PageNode, base_url: string) {
  const name = findWithin(page, node, '.subject a').first()
  const url = addressOf(name.attr('href'), `${base_url}/`)
  const id = /thread-(\d{1,15})\.htm/.exec(url)?.[1]
  const title = oneLine(name.text())
  if (id === undefined || title === '') return undefined
  const badges = findWithin(page, node, '.subject a.badge')
    .toArray()
    .map((badge) => oneLine(page(badge).text()))
  return { id, title, url, tags: distinct(badges) }
}

async function readPost(url: string, io: Io, base_url: string): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  const first = page('div.message[isfirst="1"]')
  const post = (first.length > 0 ? first : page('.message')).first()
  if (post.length === 0) throw new UpstreamError('mismatch', 'the page is not a thread')
  const at = chinaTime(oneLine(page('.card-thread span.date').first().text()))?.getTime()
  return { ...withoutHashLinks(limitText(richTextOf(post.toArray()))), ...(at === undefined ? {} : { at }) }
}
