// Searches Panxiaozi, an index with structured data in its pages (upstreams/search/plugins-2026-11/panxiaozi.md).
import { z } from 'zod'
import type { ParsedPage } from '../../parsing/html.ts'
import { bracketedAfter, unescapeScript } from '../../parsing/script-values.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { oneLine } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { parseReplyJson } from '../../upstream/reply-elements.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, mayBeShare, throwIfRefused } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://pan.xiaozi.cc'), details: wholeNumber(1, 20, 8) })

const listData = z.object({
  '@type': z.literal('ItemList'),
  itemListElement: z.array(z.object({ name: z.string(), url: z.string() })),
})
const entryData = z.object({
  '@type': z.literal('CreativeWork'),
  name: z.string(),
  description: z.string().nullish(),
  dateModified: z.string().nullish(),
  image: z.string().nullish(),
  genre: z.string().nullish(),
})

const maxItems = 50

export default {
  home: 'https://pan.xiaozi.cc/',
  name: '盘小子',
  value: 'some',
  evidence: '2026-09-16 25 of 25 shares valid',
  limits: { parallel: 3, attempts: 2, attemptMs: 10_000, askMs: 30_000, redirects: 1 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const page = await askPage(io, `${base_url}/resource?q=${encodeURIComponent(kw)}`, `${base_url}/`)
    const items = readList(page, base_url).slice(0, maxItems)
    return withDetails(items, io, { kw, details, read: ({ url }, way) => readEntry(url, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

/** The structured data of a page that has this shape. */
function structured<T>(page: ParsedPage, shape: z.ZodType<T>): T | undefined {
  for (const script of page('script[type="application/ld+json"]').toArray().slice(0, 20)) {
    try {
      return shape.parse(parseReplyJson(page(script).text()))
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      // Pages have structured data of several kinds.
    }
  }
  return undefined
}

function readList(page: ParsedPage, base_url: string) {
  const listed = structured(page, listData)?.itemListElement
  const rows =
    listed ??
    page('article h2 a[href^="/resource/"]')
      .toArray()
      .slice(0, maxItems)
      .map((link) => ({
        name: oneLine(page(link).text()),
        url: page(link).attr('href') ?? '',
      }))
  if (rows.length === 0) {
    const text = page.root().text()
    if (text.includes('没有找到匹配结果')) return []
    throwIfRefused(text)
    throw new UpstreamError('mismatch', 'the page is not a list of results')
  }
  return rows.flatMap(({ name, url }) => {
    const address = addressOf(url, `${base_url}/`)
    const id = /\/resource\/([\w%-]{1,200})$/.exec(address)?.[1]
    return id === undefined || new URL(address).origin !== new URL(base_url).origin
      ? []
      : [{ id, title: oneLine(name), url: address }]
  })
}

/** An entry; its shares are in a script, as a list with unquoted names. */
async function readEntry(url: string, io: Io, base_url: string): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  const entry = structured(page, entryData)
  if (!entry) throw new UpstreamError('mismatch', 'the page is not that of an entry')
  const scripts = page('script:not([type])')
    .toArray()
    .map((script) => page(script).text())
  const list = bracketedAfter(scripts.join('\n'), /\bdiskList\\?"?\s{0,9}:\s{0,9}/) ?? ''
  // A share without an address would be made by the site, on a click.
  const urls = [...list.matchAll(/(?<!\w)url\\?"?\s{0,9}:\s{0,9}\\?"([^"]{1,2000}?)\\?"/g)].map(([, found = '']) =>
    unescapeScript(found),
  )
  const at = zonedTime(entry.dateModified)?.getTime()
  const image = entry.image && !entry.image.endsWith('/og.png') ? addressOf(entry.image, base_url) : ''
  const plot = oneLine(page('p.whitespace-pre-line').first().text())
  return {
    text: plot || (entry.description ?? ''),
    title: entry.name,
    anchors: anchorList(urls.filter(mayBeShare).map((href) => ({ href, cloud: '' }))),
    tags: entry.genre ? [entry.genre] : [],
    ...(at && { at }),
    ...(image && { image }),
  }
}
