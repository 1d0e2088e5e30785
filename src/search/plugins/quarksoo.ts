// Searches Quarksoo, a table of short dramas on Quark (upstreams/search/plugins-2026-11/quarksoo.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { unnestedNodes } from '../../parsing/html.ts'
import { siteUrl } from '../../parsing/source-settings.ts'
import { hashOf, oneLine } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, mayBeShare, throwIfRefused, titleHasKeyword } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://quarksoo.cc') })

const maxRows = 300

export default {
  home: 'https://quarksoo.cc/',
  needs: ['slow'],
  value: 'some',
  evidence: '2026-09-28 default of a peer',
  limits: { parallel: 1, attempts: 3, attemptMs: 8_000, askMs: 20_000 },
  settings,
  async ask({ kw }, io, { base_url }) {
    const url = `${base_url}/search.php?q=${encodeURIComponent(kw)}`
    const page = await io.html(url, { headers: { ...pageHeaders, referer: `${base_url}/` }, rate: { perMs: 500 } })
    if (page('table').length === 0 && !page('h2').text().includes('搜索结果')) {
      throwIfRefused(page.root().text())
      throw new UpstreamError('mismatch', 'the page has no table of dramas')
    }
    return unnestedNodes(page, page('table tr'), maxRows).flatMap((row) => {
      const cells = page(row).find(':scope td')
      const title = oneLine(cells.first().text())
      const href = cells.eq(1).find(':scope a').first().attr('href')?.trim() ?? ''
      if (!titleHasKeyword(title, kw) || title === '' || !mayBeShare(href)) return []
      // The site shortens addresses of Quark.
      const anchors = anchorList([{ href, cloud: 'quark' }])
      return [{ id: hashOf(`${title} ${href}`), title, text: '', anchors, tags: [], images: [], aside: '' }]
    })
  },
} satisfies Plugin<z.output<typeof settings>>
