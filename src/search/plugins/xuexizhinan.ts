// Searches Xuexizhinan, a film site on WordPress with Quark links and magnets (upstreams/search/xuexizhinan.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { distinct, oneLine, titleText, truncate } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Plugin, Post } from '../plugin.ts'
import { anchorList, mayBeShare, titleHasKeyword } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://xuexizhinan.com'), details: wholeNumber(1, 20, 8) })
type XuexizhinanSettings = z.output<typeof settings>

const bookPage = z.object({
  title: z.string(),
  text: z.string(),
  magnets: z.array(z.string()),
  drives: z.array(z.object({ href: z.string(), name: z.string() })),
  tags: z.array(z.string()),
  cover: z.string().optional(),
})

/** More than any page of the site has. */
const maxBooks = 100
const maxLinks = 50
const maxTags = 20
const maxTextLength = 4_000
const maxNameLength = 500

const rememberedMs = 24 * 60 * 60_000

export default {
  state: 'gone',
  home: 'https://xuexizhinan.com/',
  limits: { parallel: 4, attempts: 2, bodyBytes: 512 * 1024 },
  settings,
  async ask({ kw }, io, set) {
    const page = await ask(`?post_type=book&s=${encodeURIComponent(kw)}`, io, set)
    const wanted = readList(page).filter(({ title }) => titleHasKeyword(title, kw))
    return io.some(wanted.slice(0, set.details).map((book) => post(book, io, set)))
  },
} satisfies Plugin<XuexizhinanSettings>

function ask(path: string, io: Io, { base_url }: XuexizhinanSettings): Promise<ParsedPage> {
  return io.html(`${base_url}/${path}`, { headers: pageHeaders })
}

function readList(page: ParsedPage) {
  const cards = unnestedNodes(page, page('.content-wrap .content-layout .row > .url-card'), maxBooks)
  const isOurs = page('.content-wrap, .content-layout').length > 0 || page('title').text().includes('4K指南')
  if (cards.length === 0 && !isOurs) throw new UpstreamError('mismatch', 'the page is not a list of films')
  return parseItems(cards, (card) => readCard(page, card), 'a list of films without addresses and titles')
}

/** A film on the list page; the site calls them books. */
type Book = NonNullable<ReturnType<typeof readCard>>

function readCard(page: ParsedPage, card: PageNode) {
  const find = (selector: string) => findWithin(page, card, selector).first()
  const name = find('a.list-title')
  const id = /\/book\/(\d{1,15})\.html/.exec(name.attr('href') ?? '')?.[1]
  const title = titleText(name.html() ?? '')
  if (id === undefined || title === '') return undefined
  const background = find('a.media-content').attr('data-bg') ?? ''
  const cover = /^\s*url\(\s*["']?(https?:\/\/[^"')\s]+)/i.exec(background)?.[1]
  return { id, title, quality: oneLine(find('.list-subtitle').text()), cover }
}

async function post({ id, title, quality, cover }: Book, io: Io, set: XuexizhinanSettings): Promise<Post> {
  const book = await io.remembered({
    key: id,
    forMs: rememberedMs,
    shape: bookPage,
    make: async () => readBook(await ask(`book/${id}.html`, io, set)),
  })
  const image = book.cover ?? cover
  return {
    id,
    title: book.title || title,
    text: book.text,
    anchors: anchorList([...book.magnets.map((href) => ({ href })), ...book.drives.map(driveLink)]),
    tags: book.tags,
    images: image ? [image] : [],
    aside: [...(book.title === '' || book.title === title ? [] : [title]), quality].filter(Boolean).join('\n'),
  }
}

/** Buttons that name a cloud are declared as shares; other buttons are recognised by host. */
function driveLink({ href, name }: { readonly href: string; readonly name: string }) {
  return /夸克|[网云]盘/.test(name) ? { href, cloud: name } : { href }
}

function readBook(page: ParsedPage): z.output<typeof bookPage> {
  if (page('.book-header, .book-cover, .book-info').length === 0)
    throw new UpstreamError('mismatch', 'the page is not a film page')
  const cover = page('.book-cover img').first().attr('src') ?? ''
  const tags = unnestedNodes(page, page('.book-header .my-2 a'), maxTags).map((tag) =>
    truncate(oneLine(page(tag).text()), maxNameLength),
  )
  return {
    title: truncate(oneLine(page('.book-header h1').first().text()), maxNameLength),
    text: truncate(richTextOf(page('.panel-body.single').first().toArray()).text, maxTextLength),
    magnets: readMagnets(page),
    drives: readDrives(page),
    tags: distinct(tags),
    ...(/^https?:\/\/.{1,2000}$/i.test(cover) ? { cover } : {}),
  }
}

/** The magnets in list items, which contain one or several as plain text. */
function readMagnets(page: ParsedPage): string[] {
  // The whole page at once: reading each of nested items separately takes quadratic time.
  const { text } = richTextOf(page.root()[0]?.children ?? [])
  return [...new Set(text.match(/magnet:\?[^\s"'<>]{1,2000}/gi) ?? [])].slice(0, maxLinks)
}

function readDrives(page: ParsedPage): z.output<typeof bookPage>['drives'] {
  const drives = unnestedNodes(page, page('.site-go a[href]'), maxLinks).map((button) => {
    const { href = '', title = '' } = page(button).attr() ?? {}
    const name = oneLine(title) || oneLine(findWithin(page, button, '.b-name').text())
    return { href: href.trim(), name: truncate(name, maxNameLength) }
  })
  return drives.filter(({ href }) => mayBeShare(href))
}
