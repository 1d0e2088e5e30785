// Engine maccms-player: MacCMS sites that list drives as lines of a player (upstreams/search/plugins-2026-11/maccms-player.md).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { bracketedAfter } from '../../parsing/script-values.ts'
import { distinct, oneLine } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { parseJsonReply } from '../../upstream/reply-elements.ts'
import type { Io } from '../../upstream/source.ts'
import type { Engine, Site } from '../engine.ts'
import { addressOf, askPage, type ItemPage, linksOf, withDetails, wordsIn } from '../list-and-details.ts'
import { anchorList, throwUnreadable } from '../plugin-parsing.ts'

const options = z.object({
  search: z
    .string()
    .regex(/^\/.*\{kw\}/, 'must be a path like /vodsearch/-------------.html?wd={kw}&submit=')
    .default('/vodsearch/-------------.html?wd={kw}&submit='),
  /** Words in the names of the lines that are drives. */
  lines: z.string().default('百度 夸克 迅雷 网盘'),
  /** Whether the first entry of a drive line is all of it. */
  collections: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
})
type Options = z.output<typeof options>

const maxFilms = 60
const maxPlays = 5

export default {
  options,
  limits: { parallel: 4, attemptMs: 10_000 },
  details: 5,
  async ask({ kw }, io, site) {
    const { base_url } = site
    const path = site.options.search.replaceAll('{kw}', () => encodeURIComponent(kw))
    const page = await askPage(io, `${base_url}${path}`, `${base_url}/`)
    const nodes = unnestedNodes(page, page('ul.stui-vodlist > li'), maxFilms)
    if (nodes.length === 0 && page('[class*="stui-"]').length === 0)
      throwUnreadable(page, 'the page is not a list of films')
    const films = parseItems(
      nodes,
      (node) => readFilm(page, node, base_url),
      'a list of films without numbers and titles',
    )
    return withDetails(films, io, { kw, details: site.details, read: (film) => readDetail(film.url, io, site) })
  },
} satisfies Engine<Options>

function readFilm(page: ParsedPage, node: PageNode, base_url: string) {
  const name = findWithin(page, node, '.stui-vodlist__detail h4 a').first()
  const thumb = findWithin(page, node, 'a.stui-vodlist__thumb').first()
  const href = name.attr('href') ?? thumb.attr('href') ?? ''
  const id = /\/(?:vod)?detail\/(\d{1,15})\.html/.exec(href)?.[1]
  const title = oneLine(name.text()) || oneLine(name.attr('title') ?? thumb.attr('title') ?? '')
  if (id === undefined || title === '') return undefined
  const cover = addressOf(thumb.attr('data-original'), base_url)
  return { id, title, url: addressOf(href, `${base_url}/`), images: cover ? [cover] : [] }
}

async function readDetail(url: string, io: Io, site: Site<Options>): Promise<ItemPage> {
  const page = await askPage(io, url, `${site.base_url}/`)
  const facts = page('.stui-content__detail p.data')
    .toArray()
    .slice(0, 10)
    .map((line) => oneLine(page(line).text()))
  const updated = facts.find((line) => line.startsWith('更新：'))
  const lines = facts.filter((line) => line !== updated && !line.startsWith('导演'))
  const text = [...lines, oneLine(page('.detail-content').first().text())].filter((line) => line !== '').join('\n')
  const at = chinaTime(updated?.slice('更新：'.length))?.getTime()
  const panel = linksOf(page, '.netdisk-panel a.netdisk-item')
  if (panel.length === 0 && page('[class*="stui-"]').length === 0)
    throw new UpstreamError('mismatch', 'the page is not a film page')
  const plays = panel.length > 0 ? [] : playPages(page, site).slice(0, maxPlays)
  const found = await io.some(plays.map((path) => readPlay(addressOf(path, `${site.base_url}/`), io, site)))
  const links = distinct([...panel.map(({ href }) => href), ...found])
  return { text, anchors: anchorList(links.map((href) => ({ href }))), ...(at === undefined ? {} : { at }) }
}

/** The paths of the players of drives, one line after the other. */
function playPages(page: ParsedPage, { options }: Site<Options>): string[] {
  const words = options.lines.split(/\s+/)
  return unnestedNodes(page, page('.stui-vodlist__head'), 50).flatMap((head) => {
    const name = wordsIn(page, head, 'h3')
    if (!words.some((word) => word !== '' && name.includes(word))) return []
    const inside = findWithin(page, head, 'ul.stui-content__playlist li a')
    const entries = inside.length > 0 ? inside : page(head).next('ul.stui-content__playlist').find(':scope li a')
    const paths = entries.toArray().flatMap((entry) => page(entry).attr('href') ?? [])
    return options.collections === 'yes' ? paths.slice(0, 1) : paths
  })
}

const player = z.object({ url: z.string(), encrypt: z.coerce.number().catch(0) })

/** The share that a player page would play; '' if it is no address. */
async function readPlay(url: string, io: Io, { base_url }: Site<Options>): Promise<string> {
  const page = await askPage(io, url, `${base_url}/`)
  const scripts = page('script')
    .toArray()
    .map((script) => page(script).text())
  const written = bracketedAfter(scripts.join('\n'), /\bplayer_aaaa\s{0,9}=\s{0,9}/)
  if (written === undefined) throw new UpstreamError('mismatch', 'the page has no player')
  return decoded(parseJsonReply(written, player))
}

/** Sites say that an address is encoded when it is not: a plain one is taken as it is. */
function decoded({ url, encrypt }: z.output<typeof player>): string {
  const isAddress = (text: string) => /^https?:\/\//i.test(text)
  if (isAddress(url)) return url
  const text = encrypt === 2 ? Buffer.from(url, 'base64').toString() : url
  const plain = URL.canParse(`https://x/?${text}`)
    ? decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'))
    : ''
  return isAddress(plain) ? plain : ''
}
