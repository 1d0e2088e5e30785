// Reads a film's page of a MacCMS site: its links, poster and plot (upstreams/search/plugins-2026-11/maccms-pages.md, Detail page).
import { z } from 'zod'
import { findWithin, type PageNode, type ParsedPage, unnestedNodes } from '../parsing/html.ts'
import { oneLine, truncate } from '../parsing/text.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { mayBeShare, splitAddress, throwIfRefused } from './plugin-parsing.ts'

const links = z.array(z.object({ href: z.string(), cloud: z.string(), code: z.string().optional() }))
export const filmPage = z.object({
  links,
  alias: z.string(),
  plot: z.string().optional(),
  poster: z.string().optional(),
  date: z.string().optional(),
})

/** The site of a film, and its template. */
interface FilmSite {
  readonly base_url: string
  readonly options: { readonly template: 'dyxs2' | 'mxtheme' }
}

/** More than any page of these sites has. */
const maxLinks = 100
const maxNameLength = 500
const maxPlotLength = 4_000
const maxAddressLength = 2_000

export function wordsOf(element: { text(): string }, longest: number): string {
  return truncate(oneLine(element.text()), longest)
}

/** Posters of the pages of films, in the templates of different sites. */
const posters = '.view-heading .module-item-pic > img[data-src], .mobile-play .lazyload[data-src]'

export function readFilm(page: ParsedPage, { base_url, options }: FilmSite): z.output<typeof filmPage> {
  const isCard = options.template === 'mxtheme'
  const list = page(isCard ? '.down-wrap' : '#download-list')
  if (list.length === 0) {
    throwIfThrottled(page)
    if (page('.page-title, .view-heading, .module, .module-info-heading').length === 0)
      throw new UpstreamError('mismatch', 'the page is not a film page')
  }
  const picture = pictureOf(page(posters).first().attr('data-src'), base_url)
  const alias = page('h2.video-subtitle').first()
  const plot = isCard ? wordsOf(page('.module-info-introduction-content').first(), maxPlotLength) : ''
  const updated = page('.module-info-item').filter((_at, item) =>
    findWithin(page, item, '.module-info-item-title').text().startsWith('更新'),
  )
  const date = isCard ? wordsOf(updated.find(':scope .module-info-item-content').first(), maxNameLength) : ''
  return {
    links: isCard ? cardLinks(page) : rowLinks(page),
    alias: truncate(oneLine(alias.attr('title') ?? alias.text()), maxNameLength),
    ...(picture === undefined ? {} : { poster: picture }),
    ...(plot === '' ? {} : { plot }),
    ...(date === '' ? {} : { date }),
  }
}

/** The links of the download list; related films below have a similar markup. */
function rowLinks(page: ParsedPage): z.output<typeof links> {
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
function cardLinks(page: ParsedPage): z.output<typeof links> {
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
function drivesOnce(found: z.output<typeof links>): z.output<typeof links> {
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
export function throwIfThrottled(page: ParsedPage): void {
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

export function pictureOf(src: string | undefined, base_url: string): string | undefined {
  const url = src && src.length <= maxAddressLength ? URL.parse(src, `${base_url}/`) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
