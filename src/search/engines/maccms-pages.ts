// Engine maccms-pages: pages of film sites on MacCMS, in two templates (upstreams/search/labi.md, plugins-2026-11/maccms-pages.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { distinct, oneLine, titleText } from '../../parsing/text.ts'
import { chinaHour, chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io, RequestRate } from '../../upstream/source.ts'
import type { Engine, Site } from '../engine.ts'
import { filmPage, pictureOf, readFilm, throwIfThrottled, wordsOf } from '../film-page.ts'
import type { Post, SearchQuery } from '../plugin.ts'
import { anchorList, titleHasKeyword } from '../plugin-parsing.ts'

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

export default {
  options,
  limits: { parallel: 4, attemptMs: 8_000, bodyBytes: 512 * 1024 },
  details: 8,
  ask: searchFilms,
} satisfies Engine<Options>

/** The same links stand for an hour; dead ones are found by checks. */
const rememberedMs = 60 * 60_000

/** Between two searches of a site. */
const rate = { perMs: 3_000 }

/** More than any page of these sites has. */
const maxFilms = 60
const maxRows = 10
const maxNames = 20
const maxNameLength = 500
const maxPlotLength = 4_000

/**
 * The first `details` films whose title contains the keyword, each with the links of its own page.
 * @throws UpstreamError `blocked` for a rate limit, `unavailable` if the site is closed, `mismatch` for unexpected pages.
 */
async function searchFilms({ kw }: SearchQuery, io: Io, site: Site<Options>): Promise<Post[]> {
  // The engine's own form encodes blanks as `+`.
  const word = encodeURIComponent(kw).replaceAll('%20', '+')
  const films = readList(
    await ask(
      site.options.search.replaceAll('{kw}', () => word),
      io,
      site,
      rate,
    ),
    io.now,
    site,
  )
  const matching = films.filter(({ title }) => titleHasKeyword(title, kw)).slice(0, site.details)
  return io.some(matching.map((film) => post(film, io, site)))
}

function ask(
  path: string,
  io: Io,
  { base_url }: Pick<Site<Options>, 'base_url'>,
  rate?: RequestRate,
): Promise<ParsedPage> {
  return io.html(`${base_url}${path}`, { headers: { ...pageHeaders, referer: `${base_url}/` }, ...(rate && { rate }) })
}

async function post({ id, title, text, tags, poster }: ListedFilm, io: Io, site: Site<Options>): Promise<Post> {
  const film = await io.remembered({
    key: id,
    forMs: rememberedMs,
    shape: filmPage,
    make: async () => readFilm(await ask(`/index.php/vod/detail/id/${id}.html`, io, site), site),
  })
  const image = film.poster ?? poster
  const at = chinaTime(film.date)
  return {
    id,
    title,
    text: [text, film.plot ?? ''].filter((part) => part !== '').join('\n'),
    anchors: anchorList(film.links),
    ...(at && { at }),
    tags,
    images: image ? [image] : [],
    aside: film.alias,
  }
}

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

/** A film of the list page. */
type ListedFilm = NonNullable<ReturnType<typeof readFilmItem>>

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
  if (template === 'mxtheme') return { id, title, ...cardFacts(page, item), poster }
  const tags = unnestedNodes(page, find('.video-info-aux a'), maxNames).map((tag) => wordsOf(page(tag), maxNameLength))
  return { id, title, text: textOf(page, item), tags: distinct(tags), poster }
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
