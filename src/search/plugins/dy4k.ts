// Searches 4KDY, a film site; its torrents are left out (upstreams/search/plugins-2026-11/dy4k.md).
import { z } from 'zod'
import { findWithin, unnestedNodes } from '../../parsing/html.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine, uniqueById } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, linksOf, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, throwIfRefused } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://4kdy.vip'), details: wholeNumber(1, 10, 5) })

const maxLinks = 200

export default {
  home: 'https://4kdy.vip/',
  name: '4KDY',
  needs: ['home'],
  value: 'few',
  evidence: '2026-09-28 default of a peer',
  limits: { parallel: 3, attempts: 2, attemptMs: 10_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const url = `${base_url}/4K-search/-------------.html?wd=${encodeURIComponent(kw)}`
    const page = await askPage(io, url, `${base_url}/`)
    // Further lists of the page are what is popular.
    const list = page('div.space-y-4').first().toArray()
    if (list.length === 0 && page('[href*="/4K-"], input[name="wd"]').length === 0) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page is not a list of films')
    }
    const anchors = list.flatMap((one) =>
      unnestedNodes(page, findWithin(page, one, 'a[href*="/4K-detail/"]'), maxLinks),
    )
    const films = anchors.flatMap((anchor) => {
      const href = page(anchor).attr('href') ?? ''
      const id = /\/4K-detail\/(\w{1,40})\.html/.exec(href)?.[1]
      const title = oneLine(page(anchor).text())
      // An anchor without a text is the cover.
      return id === undefined || title === '' ? [] : [{ id, title, url: addressOf(href, `${base_url}/`) }]
    })
    if (anchors.length > 0 && films.length === 0) throw new UpstreamError('mismatch', 'a list of films without titles')
    return withDetails(uniqueById(films), io, { kw, details, read: (film, way) => readDetail(film.url, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

async function readDetail(url: string, io: Io, base_url: string): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  if (page('h1.title-mobile, .info-card-mobile, .download-item').length === 0)
    throw new UpstreamError('mismatch', 'the page is not that of a film')
  const image = addressOf(page('.info-card-mobile img[data-original]').first().attr('data-original'), base_url)
  return {
    text: oneLine(page('.info-card-mobile [class*="leading-relaxed"]').first().text()),
    anchors: anchorList(linksOf(page, '.download-item a[href]')),
    ...(image && { image }),
  }
}
