// Searches 77ting, which hands out a token for each share (upstreams/search/plugins-2026-11/ting77.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { trimmedText } from '../../parsing/lenient-schemas.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { chinaTime } from '../../parsing/times.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, withDetails, wordsIn } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, throwUnreadable } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://sou.77ting.top'), details: wholeNumber(1, 6, 6) })

/** The clouds of the site, the best first. */
const clouds = ['quark', 'ali', 'baidu']
const maxRows = 60
const hoursMs = 6 * 60 * 60_000
/** The tokens that the site gives out. */
const rate = { requests: 8, perMs: 65_000 }

const reply = z.object({
  code: z.number(),
  message: trimmedText,
  data: z.object({ token: z.string(), ts: z.union([z.string(), z.number()]) }).nullish(),
})

export default {
  home: 'https://sou.77ting.top/',
  needs: ['throttles'],
  value: 'few',
  evidence: '2026-09-28 default of a peer; about 8 links a minute',
  limits: { parallel: 1, attempts: 1, attemptMs: 8_000, askMs: 30_000 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const page = await askPage(io, `${base_url}/search?q=${encodeURIComponent(kw)}`, `${base_url}/`)
    const nodes = unnestedNodes(page, page('a.resource-row[href^="/resource/"]'), maxRows)
    if (nodes.length === 0 && page('form, input[name="q"]').length === 0)
      throwUnreadable(page, 'the page is not a list of results')
    const rows = parseItems(nodes, (node) => readRow(page, node, base_url), 'a list of results without titles')
    return withDetails(rows, io, { kw, details, forMs: hoursMs, read: (row, way) => readShare(row, way, base_url) })
  },
} satisfies Plugin<z.output<typeof settings>>

function readRow(page: ParsedPage, node: PageNode, base_url: string) {
  const number = /^\/resource\/([\w-]{1,60})$/.exec(page(node).attr('href') ?? '')?.[1]
  const title = wordsIn(page, node, '.row-title')
  const classes = findWithin(page, node, '.cloud-badge')
    .toArray()
    .map((badge) => page(badge).attr('class') ?? '')
  const cloud = clouds.find((name) => classes.some((list) => list.split(/\s+/).includes(name)))
  if (number === undefined || title === '' || cloud === undefined) return undefined
  const size = wordsIn(page, node, '.row-size')
  const facts = [wordsIn(page, node, '.row-desc'), size && `大小: ${size}`]
  const tag = wordsIn(page, node, '.row-tag')
  return {
    id: number,
    title,
    cloud,
    url: `${base_url}/resource/${number}`,
    text: facts.filter((fact) => fact !== '').join(' | '),
    at: chinaTime(wordsIn(page, node, '.row-date')),
    tags: tag === '' ? [] : [tag],
  }
}

/** The address that the site's redirect names, which is not followed; none if it stays on the site. */
async function readShare(
  { id, cloud, url }: { id: string; cloud: string; url: string },
  io: Io,
  base_url: string,
): Promise<ItemPage> {
  const address = `${base_url}/api/link/token?id=${id}&type=${cloud}`
  const headers = { ...dataHeaders, referer: url }
  const { code, message, data } = await io.json(address, reply, { headers, rate })
  if (code !== 0 || !data) throw apiRefusal(message, code)
  const query = new URLSearchParams({ id, type: cloud, token: data.token, ts: String(data.ts) })
  const target = await io.location(`${base_url}/go?${query}`, { headers: { ...pageHeaders, referer: url } })
  const share = addressOf(target, `${base_url}/`)
  const isElsewhere = share !== '' && new URL(share).host !== new URL(base_url).host
  return { anchors: isElsewhere ? anchorList([{ href: share, cloud }]) : [] }
}
