// Search on sites whose list names items, and whose links are on a page of each item.
import { z } from 'zod'
import { pageHeaders } from '../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage } from '../parsing/html.ts'
import { oneLine, truncate, uniqueById } from '../parsing/text.ts'
import type { Io } from '../upstream/source.ts'
import { findLinks } from './links/find-links.ts'
import type { Anchor, GivenPost, Post } from './plugin.ts'
import { anchorList, limitText, titleHasKeyword } from './plugin-parsing.ts'

/** An item of a list, with what the list says about it. */
export interface ListedItem extends Partial<Pick<Post, 'text' | 'at'>>, Pick<GivenPost, 'tags' | 'images' | 'aside'> {
  readonly id: string
  readonly title: string
}

const detail = z.object({
  text: z.string().default(''),
  anchors: z.array(
    z.object({
      start: z.int(),
      end: z.int(),
      href: z.string(),
      code: z.string().optional(),
      cloud: z.string().optional(),
    }),
  ),
  title: z.string().optional(),
  /** Epoch milliseconds. */
  at: z.number().optional(),
  tags: z.array(z.string()).optional(),
  image: z.string().optional(),
  aside: z.string().default(''),
})
/** The additions from the page of an item; its text stands after that of the list, its `aside` before. */
export type ItemPage = z.input<typeof detail>

interface DetailsOptions<Item> {
  readonly kw: string
  /** Maximum number of pages of items. */
  readonly details: number
  /** Reads the page of an item; undefined if the item is gone. */
  read(item: Item, io: Io): Promise<ItemPage>
  readonly forMs?: number
}

const halfHourMs = 30 * 60_000

/** The first items whose title contains the keyword, with what their pages add. Some pages may fail. */
export function withDetails<Item extends ListedItem>(
  items: readonly Item[],
  io: Io,
  { kw, details, read, forMs = halfHourMs }: DetailsOptions<Item>,
): Promise<GivenPost[]> {
  const wanted = uniqueById(items).filter(({ title }) => titleHasKeyword(title, kw))
  return io.some(
    wanted.slice(0, details).map(async (item) => {
      const make = async () => detail.parse(await read(item, io))
      return joined(item, await io.remembered({ key: item.id, forMs, shape: detail, make }))
    }),
  )
}

function joined(item: ListedItem, page: z.output<typeof detail>): GivenPost {
  const lead = item.text && page.text !== '' ? `${item.text}\n` : (item.text ?? '')
  // A listed link stands before the text.
  const shifted = (anchor: Anchor) =>
    anchor.end === 0 ? anchor : { ...anchor, start: anchor.start + lead.length, end: anchor.end + lead.length }
  const image = page.image ?? item.images?.[0]
  return {
    id: item.id,
    title: page.title || item.title,
    ...limitText({ text: lead + page.text, anchors: page.anchors.map(shifted) }),
    at: page.at === undefined ? item.at : new Date(page.at),
    tags: page.tags ?? item.tags,
    images: image ? [image] : [],
    aside: [page.aside, item.aside ?? ''].filter((part) => part !== '').join('\n'),
  }
}

/** The shares of a text, each with its access code, for a page whose text says nothing else. */
export function sharesIn({ text, anchors }: Pick<Post, 'text' | 'anchors'>): Anchor[] {
  return anchorList(
    findLinks(text, anchors).map(({ share, password }) => ({ href: share.url, code: password || undefined })),
  )
}

/** Requests a page with `referer`, as a browser does that follows a link. */
export function askPage(io: Io, url: string, referer: string): Promise<ParsedPage> {
  return io.html(url, { headers: { ...pageHeaders, referer } })
}

const maxWords = 500

/** The text of the first element within a node, on one line. */
export function wordsIn(page: ParsedPage, node: PageNode, selector: string): string {
  return truncate(oneLine(findWithin(page, node, selector).first().text()), maxWords)
}

/** The absolute address of an http(s) link; '' for any other. */
export function addressOf(href: string | undefined, base: string): string {
  const url = href ? URL.parse(href, base) : undefined
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : ''
}

/** The addresses of the elements found, as links without a text. */
export function linksOf(page: ParsedPage, selector: string): { href: string }[] {
  const hrefs = page(selector)
    .toArray()
    .slice(0, 100)
    .map((link) => page(link).attr('href')?.trim() ?? '')
  return [...new Set(hrefs)].filter((href) => /^https?:\/\//i.test(href)).map((href) => ({ href }))
}
