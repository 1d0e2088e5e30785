// Searches Hdmoli, a film site with Quark and Baidu links (upstreams/search/plugins-2026-11/hdmoli.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, linksOf, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, throwIfRefused } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://www.hdmoli.com'), details: wholeNumber(1, 20, 5) })

const maxFilms = 60

export default {
  home: 'https://www.hdmoli.com/',
  needs: ['home'],
  value: 'few',
  evidence: '2026-09-28 default of a peer; 2026-09-01 probed',
  limits: { parallel: 3, attempts: 2, attemptMs: 10_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const url = `${base_url}/search.php?searchkey=${encodeURIComponent(kw)}&submit=`
    const page = await askPage(io, url, `${base_url}/`)
    if (page('#searchList').length === 0) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page is not a list of films')
    }
    const nodes = unnestedNodes(page, page('#searchList > li'), maxFilms)
    const films = parseItems(nodes, (node) => readFilm(page, node, base_url), 'a list of films without titles')
    return withDetails(films, io, { kw, details, read: (film, way) => readDetail(film.url, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

function readFilm(page: ParsedPage, node: PageNode, base_url: string) {
  const find = (selector: string) => findWithin(page, node, selector)
  const name = find('.detail h4.title a').first()
  const url = addressOf(name.attr('href') ?? find('.thumb a').first().attr('href'), `${base_url}/`)
  const title = oneLine(name.text())
  if (url === '' || title === '') return undefined
  const lines = find('.detail p')
    .toArray()
    .slice(0, 10)
    .map((line) => oneLine(page(line).text()))
  const facts = lines.find((line) => line.startsWith('分类：')) ?? ''
  const tags = [...facts.matchAll(/(?:分类|地区|年份)[：:]\s?([^，,\s]{1,40})/g)].map(([, value = '']) => value)
  const text = lines.filter((line) => line !== facts).join('\n')
  return { id: new URL(url).pathname.slice(1), title, url, text, tags }
}

async function readDetail(url: string, io: Io, base_url: string): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  if (page('.downlist').length === 0 && page('h1, .detail, #searchList').length === 0)
    throw new UpstreamError('mismatch', 'the page is not that of a film')
  return { anchors: anchorList(linksOf(page, '.downlist a[href]')) }
}
