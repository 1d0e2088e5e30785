// Searches Gaoqing888 (高清888), a film site; its torrents are left out (upstreams/search/plugins-2026-11/gaoqing888.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, linksOf, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, throwIfRefused } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://www.gaoqing888.com'), details: wholeNumber(1, 10, 5) })

const maxFilms = 60

export default {
  home: 'https://www.gaoqing888.com/',
  name: '高清888',
  value: 'few',
  evidence: '2026-09-28 default of a peer',
  limits: { parallel: 3, attempts: 2, attemptMs: 12_000, askMs: 28_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const page = await askPage(io, `${base_url}/search?kw=${encodeURIComponent(kw)}`, `${base_url}/`)
    const nodes = unnestedNodes(page, page('div.search-list div.video-row'), maxFilms)
    if (nodes.length === 0 && page('[class*="wp-list"], input[name="kw"]').length === 0) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page is not a list of films')
    }
    const films = parseItems(nodes, (node) => readFilm(page, node, base_url), 'a list of films without titles')
    return withDetails(films, io, { kw, details, read: (film, way) => readDetail(film.url, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

function readFilm(page: ParsedPage, node: PageNode, base_url: string) {
  const name = findWithin(page, node, 'a.title-link').first()
  const url = addressOf(name.attr('href'), `${base_url}/`)
  const id = /\/([\w-]{1,60})\/detail$/.exec(url)?.[1]
  const title = oneLine(name.text())
  if (id === undefined || title === '') return undefined
  const cover = addressOf(findWithin(page, node, 'a.cover-link img.cover').first().attr('src'), base_url)
  return { id, title, url, images: cover === '' ? [] : [cover] }
}

async function readDetail(url: string, io: Io, base_url: string): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  if (page('.video-detail, ul.playlist, .wp-download').length === 0)
    throw new UpstreamError('mismatch', 'the page is not that of a film')
  const plot = oneLine(page('div.video-detail p').first().text())
  return {
    text: plot || oneLine(page('meta[name="description"]').attr('content') ?? ''),
    anchors: anchorList(linksOf(page, 'ul.playlist a[href], div.wp-download a[href]')),
  }
}
