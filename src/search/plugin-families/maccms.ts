// Searches film sites on the MacCMS engine with the DYXS2 template (upstreams/search/labi.md, duoduo.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { distinct, oneLine, titleText, truncate } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Post } from '../plugin.ts'
import { anchorList, mayBeShare, titleHasKeyword } from '../plugin-parsing.ts'

export interface FilmSite {
  /** Its address without a trailing slash. */
  readonly base_url: string
  /** Maximum number of film pages read per keyword. */
  readonly details: number
  /** How long the links of a film are cached. */
  readonly rememberedMs: number
  /** CSS selector of the poster on a film's page. */
  readonly poster: string
  /** The hours in China in which the site is closed, if that is now: used as the error of an empty list. */
  readonly closed?: { readonly from: string; readonly until: string } | undefined
}

const links = z.array(z.object({ href: z.string(), cloud: z.string() }))
const filmPage = z.object({ links, alias: z.string(), poster: z.string().optional() })

/** More than any page of these sites has. */
const maxFilms = 60
const maxLinks = 100
const maxRows = 10
const maxNames = 20
const maxNameLength = 500
const maxPlotLength = 4_000
const maxAddressLength = 2_000

/**
 * The first `details` films whose title contains the keyword, each with the links of its own page.
 * @throws UpstreamError `blocked` for a rate limit, `unavailable` if the site is closed, `mismatch` for unexpected pages.
 */
export async function searchFilms(kw: string, io: Io, site: FilmSite): Promise<Post[]> {
  // The engine's own form encodes blanks as `+`.
  const word = encodeURIComponent(kw).replaceAll('%20', '+')
  const films = readList(await ask(`vod/search/wd/${word}.html`, io, site), site)
  const matching = films.filter(({ title }) => titleHasKeyword(title, kw)).slice(0, site.details)
  return io.some(matching.map((film) => post(film, io, site)))
}

function ask(path: string, io: Io, { base_url }: FilmSite): Promise<ParsedPage> {
  return io.html(`${base_url}/index.php/${path}`, { headers: { ...pageHeaders, referer: `${base_url}/` } })
}

async function post({ id, title, text, tags, poster }: ListedFilm, io: Io, site: FilmSite): Promise<Post> {
  const film = await io.remembered({
    key: id,
    forMs: site.rememberedMs,
    shape: filmPage,
    make: async () => readFilm(await ask(`vod/detail/id/${id}.html`, io, site), site),
  })
  const image = film.poster ?? poster
  return { id, title, text, anchors: anchorList(film.links), tags, images: image ? [image] : [], aside: film.alias }
}

function readList(page: ParsedPage, { base_url, closed }: FilmSite) {
  const items = unnestedNodes(page, page('.module-search-item'), maxFilms)
  if (items.length === 0) {
    throwIfThrottled(page)
    if (closed !== undefined)
      throw new UpstreamError('unavailable', `closed from ${closed.from} to ${closed.until} China time`, {
        reason: { code: 'closed', ...closed },
      })
    if (page('.module, .module-list, .module-items').length > 0) return []
    throw new UpstreamError('mismatch', 'the page is not a list of films')
  }
  const read = (item: PageNode) => readFilmItem(page, item, base_url)
  return parseItems(items, read, 'a list of films without their numbers and titles')
}

/** A film of the list page. */
type ListedFilm = NonNullable<ReturnType<typeof readFilmItem>>

function readFilmItem(page: ParsedPage, item: PageNode, base_url: string) {
  const find = (selector: string) => findWithin(page, item, selector)
  const name = find('.video-info-header h3 a').first()
  // On one of the sites the picture links to the player (upstreams/search/duoduo.md, difference 1).
  const anchors = [name, find('.module-item-pic a'), find('a.video-serial')]
  const number = /\/vod\/detail\/id\/(\d{1,15})\.html/
  const id = anchors.flatMap((anchor) => number.exec(anchor.attr('href') ?? '')?.[1] ?? [])[0]
  const title = titleText(name.html() ?? '') || oneLine(name.attr('title') ?? '')
  if (id === undefined || title === '') return undefined
  const poster = pictureOf(find('.module-item-pic img[data-src]').attr('data-src'), base_url)
  const tags = unnestedNodes(page, find('.video-info-aux a'), maxNames).map((tag) => wordsOf(page(tag), maxNameLength))
  return { id, title, text: textOf(page, item), tags: distinct(tags), poster }
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

function readFilm(page: ParsedPage, { base_url, poster }: FilmSite): z.output<typeof filmPage> {
  const list = page('#download-list')
  if (list.length === 0) {
    throwIfThrottled(page)
    if (page('.page-title, .view-heading, .module').length === 0)
      throw new UpstreamError('mismatch', 'the page is not a film page')
  }
  const picture = pictureOf(page(poster).first().attr('data-src'), base_url)
  const alias = page('h2.video-subtitle').first()
  return {
    links: readLinks(page),
    alias: truncate(oneLine(alias.attr('title') ?? alias.text()), maxNameLength),
    ...(picture === undefined ? {} : { poster: picture }),
  }
}

/** The links of the download list; related films below have a similar markup. */
function readLinks(page: ParsedPage): z.output<typeof links> {
  const clouds = page('#download-list .downtab-item span[data-dropdown-value]')
    .toArray()
    .map((tab) => oneLine(page(tab).attr('data-dropdown-value') ?? ''))
  const blocks = page('#download-list .module-downlist')
  const found = unnestedNodes(page, page('#download-list .module-row-one'), maxLinks).flatMap((row) => {
    // One block per tab, in the same order.
    const cloud = truncate(clouds[blocks.index(page(row).closest('.module-downlist'))] ?? '', maxNameLength)
    const href = rowAddress(page, row)
    return href === undefined ? [] : [{ href, cloud }]
  })
  return [...new Map(found.map((link) => [link.href, link])).values()]
}

/** The address of a row may be in any of four attributes; the others may contain `javascript:;`. */
function rowAddress(page: ParsedPage, row: PageNode): string | undefined {
  const find = (selector: string) => findWithin(page, row, selector).first()
  const places = [
    find('.module-row-text[data-clipboard-text]').attr('data-clipboard-text'),
    find('a.btn-down[href]').attr('href'),
    find('.btn-copyurl[data-clipboard-text]').attr('data-clipboard-text'),
    find('.module-row-title p').text(),
  ]
  return places.map((place = '') => place.trim()).find(mayBeShare)
}

/** @throws UpstreamError `blocked` if the page is the engine's rate limit form. */
function throwIfThrottled(page: ParsedPage): void {
  const form = page('.mac_msg_jump').first()
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
