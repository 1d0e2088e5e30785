// Searches Xiaozhang (校长影视), a film site whose pages redirect (upstreams/search/plugins-2026-11/xiaozhang.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, sharesIn, withDetails, wordsIn } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { throwIfRefused } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://xzys.fun'), details: wholeNumber(1, 10, 5) })

const maxFilms = 60

export default {
  home: 'https://xzys.fun/',
  name: '校长影视',
  state: 'off',
  value: 'few',
  evidence: '2026-09-28 default of a peer; its details lead nowhere for another',
  limits: { parallel: 3, attempts: 2, attemptMs: 10_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const page = await askPage(io, `${base_url}/search.html?keyword=${encodeURIComponent(kw)}`, `${base_url}/`)
    const nodes = unnestedNodes(page, page('.list-boxes'), maxFilms)
    if (nodes.length === 0 && page('form, input[name="keyword"]').length === 0) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page is not a list of films')
    }
    const films = parseItems(nodes, (node) => readFilm(page, node, base_url), 'a list of films without titles')
    return withDetails(films, io, { kw, details, read: ({ url }, way) => readDetail(url, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

function readFilm(page: ParsedPage, node: PageNode, base_url: string) {
  const name = findWithin(page, node, 'a.text_title_p').first()
  const url = addressOf(name.attr('href'), `${base_url}/`)
  const id = /\/subject\/(\d{1,15})\.html/.exec(url)?.[1]
  const title = oneLine(name.text())
  if (id === undefined || title === '') return undefined
  const image = addressOf(findWithin(page, node, '.left_ly img').first().attr('src'), base_url)
  const at = chinaTime(wordsIn(page, node, '.list-actions span'))
  return { id, title, url, at, text: wordsIn(page, node, 'p.text_p'), images: image === '' ? [] : [image] }
}

/** The page that a film's address redirects to, unless that is another site. */
async function readDetail(url: string, io: Io, base_url: string): Promise<ItemPage> {
  const target = addressOf(await io.location(url, { headers: { ...pageHeaders, referer: `${base_url}/` } }), url)
  if (target !== '' && new URL(target).host !== new URL(base_url).host) return { anchors: [] }
  const page = await askPage(io, target || url, `${base_url}/`)
  if (page('h1, .articl_title').length === 0) throw new UpstreamError('mismatch', 'the page is not that of a film')
  return { anchors: sharesIn(richTextOf(page('p').toArray())) }
}
