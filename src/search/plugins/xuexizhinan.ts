// Searches Xuexizhinan, a film site on WordPress with Quark links and magnets (upstreams/search/xuexizhinan.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { distinct, oneLine, titleText, truncate } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { type ItemPage, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'
import { anchorList, mayBeShare } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://xuexizhinan.com'), details: wholeNumber(1, 20, 8) })

/** More than any page of the site has. */
const maxBooks = 100
const maxLinks = 50
const maxTags = 20
const maxTextLength = 4_000
const maxNameLength = 500

const dayMs = 24 * 60 * 60_000

export default {
  state: 'gone',
  home: 'https://xuexizhinan.com/',
  limits: { parallel: 4, attempts: 2, bodyBytes: 512 * 1024 },
  settings,
  async ask({ kw }, io, { base_url, details }) {
    const ask = (path: string) => io.html(`${base_url}/${path}`, { headers: pageHeaders })
    const films = readList(await ask(`?post_type=book&s=${encodeURIComponent(kw)}`))
    const read = async (film: Film) => readFilm(await ask(`book/${film.id}.html`), film)
    return withDetails(films, io, { kw, details, forMs: dayMs, read })
  },
} satisfies Plugin<z.output<typeof settings>>

function readList(page: ParsedPage) {
  const cards = unnestedNodes(page, page('.content-wrap .content-layout .row > .url-card'), maxBooks)
  const isOurs = page('.content-wrap, .content-layout').length > 0 || page('title').text().includes('4K指南')
  if (cards.length === 0 && !isOurs) throw new UpstreamError('mismatch', 'the page is not a list of films')
  return parseItems(cards, (card) => readCard(page, card), 'a list of films without addresses and titles')
}

/** A film on the list page; the site calls them books. */
type Film = NonNullable<ReturnType<typeof readCard>>

function readCard(page: ParsedPage, card: PageNode) {
  const find = (selector: string) => findWithin(page, card, selector).first()
  const name = find('a.list-title')
  const id = /\/book\/(\d{1,15})\.html/.exec(name.attr('href') ?? '')?.[1]
  const title = titleText(name.html() ?? '')
  if (id === undefined || title === '') return undefined
  const background = find('a.media-content').attr('data-bg') ?? ''
  const cover = /^\s*url\(\s*["']?(https?:\/\/[^"')\s]+)/i.exec(background)?.[1]
  return { id, title, aside: oneLine(find('.list-subtitle').text()), ...(cover && { images: [cover] }) }
}

function readFilm(page: ParsedPage, { title: listed }: Film): ItemPage {
  if (page('.book-header, .book-cover, .book-info').length === 0)
    throw new UpstreamError('mismatch', 'the page is not a film page')
  const title = truncate(oneLine(page('.book-header h1').first().text()), maxNameLength)
  const cover = page('.book-cover img').first().attr('src') ?? ''
  const tags = unnestedNodes(page, page('.book-header .my-2 a'), maxTags).map((tag) =>
    truncate(oneLine(page(tag).text()), maxNameLength),
  )
  return {
    title,
    text: truncate(richTextOf(page('.panel-body.single').first().toArray()).text, maxTextLength),
    anchors: anchorList([...readMagnets(page).map((href) => ({ href })), ...readDrives(page)]),
    tags: distinct(tags),
    ...(/^https?:\/\/.{1,2000}$/i.test(cover) && { image: cover }),
    aside: title === '' || title === listed ? '' : listed,
  }
}

/** The magnets in list items, which contain one or several as plain text. */
function readMagnets(page: ParsedPage): string[] {
  // The whole page at once: reading each of nested items separately takes quadratic time.
  const { text } = richTextOf(page.root()[0]?.children ?? [])
  return [...new Set(text.match(/magnet:\?[^\s"'<>]{1,2000}/gi) ?? [])].slice(0, maxLinks)
}

/** The buttons that may be shares: those that name a cloud are declared as one; others are recognised by host. */
function readDrives(page: ParsedPage) {
  const drives = unnestedNodes(page, page('.site-go a[href]'), maxLinks).map((button) => {
    const { href = '', title = '' } = page(button).attr() ?? {}
    const name = oneLine(title) || oneLine(findWithin(page, button, '.b-name').text())
    return { href: href.trim(), ...(/夸克|[网云]盘/.test(name) && { cloud: truncate(name, maxNameLength) }) }
  })
  return drives.filter(({ href }) => mayBeShare(href))
}
