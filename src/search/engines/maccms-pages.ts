// Engine maccms-pages: pages of film sites on MacCMS, in two templates (upstreams/search/labi.md, plugins-2026-11/maccms-pages.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { distinct, oneLine, titleText, truncate } from '../../parsing/text.ts'
import { chinaHour, chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Engine, Site } from '../engine.ts'
import { type ItemPage, type ListedItem, withDetails } from '../list-and-details.ts'
import { anchorList, mayBeShare, splitAddress, throwIfRefused } from '../plugin-parsing.ts'

const options = z.object({
  template: z.enum(['dyxs2', 'mxtheme'], 'must be dyxs2 or mxtheme').default('dyxs2'),
  search: z
    .string()
    .regex(/^\/.*\{kw\}/, 'must be a path like /index.php/vod/search/wd/{kw}.html')
    .default('/index.php/vod/search/wd/{kw}.html'),
  /** The hours in China in which a notice may cover the pages. */
  closed: z
    .string()
    .regex(/^\d{1,2}-\d{1,2}$/, 'must be hours in China like 5-18')
    .optional(),
})
type Options = z.output<typeof options>

/** The same links stand for an hour; dead ones are found by checks. */
const rememberedMs = 60 * 60_000

/** Between two searches of a site. */
const rate = { perMs: 3_000 }

/** More than any page of these sites has. */
const maxFilms = 60
const maxRows = 10
const maxNames = 20
const maxLinks = 100
const maxNameLength = 500
const maxPlotLength = 4_000
const maxAddressLength = 2_000

export default {
  options,
  limits: { parallel: 4, attemptMs: 8_000, bodyBytes: 512 * 1024 },
  details: 8,
  /** @throws UpstreamError `blocked` for a rate limit, `unavailable` if the site is closed, `mismatch` for unexpected pages. */
  async ask({ kw }, io, site) {
    const { base_url, details, options } = site
    const headers = { ...pageHeaders, referer: `${base_url}/` }
    // The engine's own form encodes blanks as `+`.
    const word = encodeURIComponent(kw).replaceAll('%20', '+')
    const list = await io.html(base_url + options.search.replaceAll('{kw}', () => word), { headers, rate })
    const read = async ({ id }: ListedItem, way: Io) =>
      readFilm(await way.html(`${base_url}/index.php/vod/detail/id/${id}.html`, { headers }), site)
    return withDetails(readList(list, io.now, site), io, { kw, details, forMs: rememberedMs, read })
  },
} satisfies Engine<Options>

/** The differences between the templates on a list page. */
const listSelectors = {
  dyxs2: { item: '.module-search-item', name: '.video-info-header h3 a', poster: '.module-item-pic img[data-src]' },
  mxtheme: {
    item: '.module-card-item',
    name: '.module-card-item-title a',
    poster: '.module-item-pic img[data-original]',
  },
} as const

function readList(page: ParsedPage, now: Date, { base_url, options }: Site<Options>) {
  const items = unnestedNodes(page, page(listSelectors[options.template].item), maxFilms)
  if (items.length === 0) {
    const other = options.template === 'dyxs2' ? 'mxtheme' : 'dyxs2'
    if (page(listSelectors[other].item).length > 0)
      throw new UpstreamError('mismatch', `the page is a list of films in template ${other}`)
    throwIfThrottled(page)
    const hours = hoursOf(options.closed)
    if (isClosed(hours, now))
      throw new UpstreamError('unavailable', `closed from ${hours?.from} to ${hours?.until} China time`, {
        reason: hours && { code: 'closed', ...hours },
      })
    if (page('.module, .module-list, .module-items, .module-heading, [class*="module-heading"], .mac_total').length > 0)
      return []
    throw new UpstreamError('mismatch', 'the page is not a list of films')
  }
  const read = (item: PageNode) => readFilmItem(page, item, { base_url, template: options.template })
  return parseItems(items, read, 'a list of films without their numbers and titles')
}

/** The hours that a member names, as `5-18`. */
function hoursOf(closed: string | undefined) {
  const [from = '', until = ''] = (closed ?? '').split('-').map((hour) => `${hour.padStart(2, '0')}:00`)
  return closed === undefined ? undefined : { from, until }
}

/** Whether a notice may cover the page at this hour (upstreams/search/duoduo.md, difference 6). */
function isClosed(hours: ReturnType<typeof hoursOf>, now: Date): boolean {
  const hour = chinaHour(now)
  return hours !== undefined && hour >= Number.parseInt(hours.from, 10) && hour < Number.parseInt(hours.until, 10)
}

function readFilmItem(
  page: ParsedPage,
  item: PageNode,
  { base_url, template }: Pick<Site<Options>, 'base_url'> & Pick<Options, 'template'>,
) {
  const find = (selector: string) => findWithin(page, item, selector)
  const selectors = listSelectors[template]
  const name = find(selectors.name).first()
  // On one of the sites the picture links to the player (upstreams/search/duoduo.md, difference 1).
  const anchors = [name, find('.module-item-pic a'), find('a.video-serial')]
  const number = /\/vod\/detail\/id\/(\d{1,15})\.html/
  const id = anchors.flatMap((anchor) => number.exec(anchor.attr('href') ?? '')?.[1] ?? [])[0]
  const title = titleText(name.html() ?? '') || oneLine(name.attr('title') ?? '')
  if (id === undefined || title === '') return undefined
  const image = find(selectors.poster).first()
  const poster = pictureOf(image.attr('data-src') ?? image.attr('data-original'), base_url)
  const images = poster === undefined ? [] : [poster]
  if (template === 'mxtheme') return { id, title, ...cardFacts(page, item), images }
  const tags = unnestedNodes(page, find('.video-info-aux a'), maxNames).map((tag) => wordsOf(page(tag), maxNameLength))
  return { id, title, text: textOf(page, item), tags: distinct(tags), images }
}

/** Tags, status and cast of a card: `2031 / 某地 / 科幻` in its first line, names in the second. */
function cardFacts(page: ParsedPage, item: PageNode) {
  const find = (selector: string) => findWithin(page, item, selector).first()
  const [facts = '', cast = ''] = unnestedNodes(page, findWithin(page, item, '.module-info-item-content'), 2).map(
    (line) => wordsOf(page(line), maxNameLength),
  )
  const status = wordsOf(find('.module-item-note'), maxNameLength)
  const tags = [wordsOf(find('.module-card-item-class'), maxNameLength), ...facts.split('/').map((part) => part.trim())]
  const names = cast.split(/[,，]/).filter((name) => name.trim() !== '')
  const lines = [status && `【${status}】`, names.length > 0 ? `主演：${names.join('、')}` : '']
  return { tags: distinct(tags), text: lines.filter((line) => line !== '').join('\n') }
}

/** Status, director, actors and plot, one per line. */
function textOf(page: ParsedPage, item: PageNode): string {
  const rows = unnestedNodes(page, findWithin(page, item, '.video-info-main .video-info-items'), maxRows)
  const values = new Map(
    rows.map((row) => {
      const label = oneLine(findWithin(page, row, '.video-info-itemtitle').text()).replace(/ ?[：:]$/, '')
      const value = findWithin(page, row, '.video-info-item').first()
      const names = unnestedNodes(page, value.find(':scope a'), maxNames)
      const shown = distinct(names.map((name) => wordsOf(page(name), maxNameLength)))
      return [label, { names: shown, words: wordsOf(value, maxPlotLength) }]
    }),
  )
  const people = (label: string) => {
    const { names = [], words = '' } = values.get(label) ?? {}
    const first = names.length === 0 ? words : names.slice(0, 3).join('、')
    return first === '' ? '' : `${label}：${first}${names.length > 3 ? '等' : ''}`
  }
  const status = wordsOf(findWithin(page, item, 'a.video-serial').first(), maxNameLength)
  const lines = [status && `【${status}】`, people('导演'), people('主演'), values.get('剧情')?.words ?? '']
  return lines.filter((line) => line !== '').join('\n')
}

function wordsOf(element: { text(): string }, longest: number): string {
  return truncate(oneLine(element.text()), longest)
}

/** Posters of the pages of films, in the templates of different sites. */
const posters = '.view-heading .module-item-pic > img[data-src], .mobile-play .lazyload[data-src]'

/** What the page of a film adds (upstreams/search/plugins-2026-11/maccms-pages.md, Detail page). */
function readFilm(page: ParsedPage, { base_url, options }: Site<Options>): ItemPage {
  const isCard = options.template === 'mxtheme'
  const list = page(isCard ? '.down-wrap' : '#download-list')
  if (list.length === 0) {
    throwIfThrottled(page)
    if (page('.page-title, .view-heading, .module, .module-info-heading').length === 0)
      throw new UpstreamError('mismatch', 'the page is not a film page')
  }
  const alias = page('h2.video-subtitle').first()
  const added = {
    anchors: anchorList(isCard ? cardLinks(page) : rowLinks(page)),
    aside: truncate(oneLine(alias.attr('title') ?? alias.text()), maxNameLength),
    image: pictureOf(page(posters).first().attr('data-src'), base_url),
  }
  if (!isCard) return added
  const text = wordsOf(page('.module-info-introduction-content').first(), maxPlotLength)
  const updated = page('.module-info-item').filter((_at, item) =>
    findWithin(page, item, '.module-info-item-title').text().startsWith('更新'),
  )
  const date = wordsOf(updated.find(':scope .module-info-item-content').first(), maxNameLength)
  return { ...added, text, at: chinaTime(date)?.getTime() }
}

interface FilmLink {
  readonly href: string
  readonly code?: string
  readonly cloud: string
}

/** The links of the download list; related films below have a similar markup. */
function rowLinks(page: ParsedPage): FilmLink[] {
  const clouds = page('#download-list .downtab-item span[data-dropdown-value]')
    .toArray()
    .map((tab) => oneLine(page(tab).attr('data-dropdown-value') ?? ''))
  const blocks = page('#download-list .module-downlist')
  // Some sites have the inner part of a row only.
  const whole = page('#download-list .module-row-one')
  const rows = unnestedNodes(page, whole.length > 0 ? whole : page('#download-list .module-row-info'), maxLinks)
  const found = rows.flatMap((row) => {
    // One block per tab, in the same order.
    const cloud = truncate(clouds[blocks.index(page(row).closest('.module-downlist'))] ?? '', maxNameLength)
    const link = rowAddress(page, row)
    return link === undefined ? [] : [{ ...link, cloud }]
  })
  return drivesOnce(found)
}

/** The links of cards; the name of their cloud stands before them. */
function cardLinks(page: ParsedPage): FilmLink[] {
  let cloud = ''
  const found = unnestedNodes(page, page('.down-wrap .down-src, .down-wrap .down-card'), maxLinks).flatMap((node) => {
    if (page(node).is('.down-src')) {
      cloud = wordsOf(page(node).contents().not('small'), maxNameLength)
      return []
    }
    const link = splitAddress(findWithin(page, node, 'a.down-card-url').first().attr('href') ?? '')
    return mayBeShare(link.href) ? [{ ...link, cloud }] : []
  })
  return drivesOnce(found)
}

/** Each link once, without torrents. */
function drivesOnce(found: readonly FilmLink[]): FilmLink[] {
  const drives = found.filter(({ href }) => /^https?:/i.test(href))
  return [...new Map(drives.map((link) => [link.href, link])).values()]
}

/** The address of a row may be in any of five places; the others may contain `javascript:;`. */
function rowAddress(page: ParsedPage, row: PageNode): ReturnType<typeof splitAddress> | undefined {
  const find = (selector: string) => findWithin(page, row, selector).first()
  const places = [
    find('.module-row-text[data-clipboard-text]').attr('data-clipboard-text'),
    find('a.btn-down[href]').attr('href'),
    find('.btn-copyurl[data-clipboard-text]').attr('data-clipboard-text'),
    find('.module-row-title p').text(),
    /https?:\/\/.*/s.exec(page(row).text())?.[0],
  ]
  return places.map((place = '') => splitAddress(place)).find(({ href }) => mayBeShare(href))
}

/** @throws UpstreamError `blocked` if the page is the engine's rate limit form. */
function throwIfThrottled(page: ParsedPage): void {
  const form = page('.mac_msg_jump').first()
  if (form.length === 0) throwIfRefused(page.root().text())
  if (form.length === 0) return
  const said = oneLine(form.text())
  // The text may contain the waiting time in seconds.
  const seconds = /间隔\D{0,5}(\d{1,4})\s*秒/.exec(said)?.[1]
  throw new UpstreamError('blocked', `rate limited: ${[...said].slice(0, 80).join('')}`, {
    retryAfterMs: seconds === undefined ? undefined : Number(seconds) * 1000,
    reason: { code: 'throttled' },
  })
}

function pictureOf(src: string | undefined, base_url: string): string | undefined {
  const url = src && src.length <= maxAddressLength ? URL.parse(src, `${base_url}/`) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
