// Engine wordpress: sites on WordPress, by their REST interface or their search page (upstreams/search/plugins-2026-11/wordpress.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { richText, richTextOf } from '../../parsing/rich-text.ts'
import { oneLine, titleText } from '../../parsing/text.ts'
import { chinaTime, zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Engine, Site } from '../engine.ts'
import {
  addressOf,
  askPage,
  type ItemPage,
  type ListedItem,
  sharesIn,
  withDetails,
  wordsIn,
} from '../list-and-details.ts'
import { anchorList, throwUnreadable, withoutHashLinks } from '../plugin-parsing.ts'

const options = z.object({
  /** Where the list is: in one of two REST interfaces, or on the search page. */
  list: z.enum(['search', 'posts', 'page'], 'must be one of search, posts, page').default('search'),
  /** The element of a post's page that has the links. */
  content: z.string().max(200).default('article, .entry-content'),
  /** The path of an interface that gives the links of a post as JSON. */
  links: z
    .string()
    .regex(/^\/.*\{id\}/, 'must be a path like /wp-json/site/v1/download?id={id}')
    .optional(),
})
type Options = z.output<typeof options>

const maxPosts = 60

export default {
  options,
  limits: { parallel: 3, attemptMs: 10_000 },
  details: 5,
  async ask({ kw }, io, site) {
    const posts = await (site.options.list === 'page' ? pageList(kw, io, site) : restList(kw, io, site))
    const read = (item: Found) => {
      // The list may have the whole post.
      if (item.content && /https?:\/\//.test(item.content)) return readContent(item.content)
      return site.options.links === undefined ? readPage(item.url, io, site) : readLinks(item.id, io, site)
    }
    return withDetails(posts, io, { kw, details: site.details, read: async (item) => read(item) })
  },
} satisfies Engine<Options>

interface Found extends ListedItem {
  /** The address of its page. */
  readonly url: string
  /** The post's HTML, if the list has it. */
  readonly content?: string | undefined
}

const rendered = z.object({ rendered: z.string() })
const text = z.string().nullish()
const restPost = z.object({
  id: z.int(),
  title: z.union([z.string(), rendered]),
  url: text,
  link: text,
  date: text,
  date_gmt: text,
  excerpt: rendered.nullish(),
  content: rendered.nullish(),
  category_name: text,
})
const fault = z.object({ code: z.string() })
const reply = z.union([z.array(restPost), fault])

async function restList(kw: string, io: Io, { base_url, options }: Site<Options>): Promise<Found[]> {
  const word = encodeURIComponent(kw)
  const query =
    options.list === 'search'
      ? `search?search=${word}&per_page=10`
      : `posts?per_page=20&orderby=date&order=desc&page=1&search=${word}`
  const headers = { ...dataHeaders, referer: `${base_url}/` }
  const found = await io.json(`${base_url}/wp-json/wp/v2/${query}`, reply, { headers, answers: [401, 404] })
  if (!Array.isArray(found)) throw new UpstreamError('mismatch', `the interface of the site is closed: ${found.code}`)
  return found.slice(0, maxPosts).map((post) => ({
    id: String(post.id),
    title: titleText(typeof post.title === 'string' ? post.title : post.title.rendered),
    url: addressOf(post.url ?? post.link ?? '', `${base_url}/`),
    text: richText(post.excerpt?.rendered ?? '').text,
    at: post.date_gmt ? zonedTime(`${post.date_gmt}Z`) : chinaTime(post.date?.replace('T', ' ')),
    tags: post.category_name ? [post.category_name] : [],
    content: post.content?.rendered,
  }))
}

async function pageList(kw: string, io: Io, { base_url }: Site<Options>): Promise<Found[]> {
  const page = await askPage(io, `${base_url}/?s=${encodeURIComponent(kw)}`, `${base_url}/`)
  const nodes = unnestedNodes(page, page('article'), maxPosts)
  if (
    nodes.length === 0 &&
    page('form[role="search"], input[name="s"], body[class*="search"], #main, main').length === 0
  )
    throwUnreadable(page, 'the page is not a list of posts')
  return parseItems(nodes, (node) => readArticle(page, node, base_url), 'a list of posts without numbers and titles')
}

function readArticle(page: ParsedPage, node: PageNode, base_url: string) {
  const find = (selector: string) => findWithin(page, node, selector).first()
  const name = find('header h2 a')
  const url = addressOf(name.attr('href'), `${base_url}/`)
  const id = /[?&]p=(\d{1,15})/.exec(url)?.[1] ?? /\/(\d{1,15})\.html?$/.exec(url)?.[1]
  const title = oneLine(name.text())
  if (id === undefined || title === '') return undefined
  const time = find('time')
  const tag = wordsIn(page, node, 'div.meta a.cat')
  const cover = addressOf(find('a.focus img').attr('data-src'), base_url)
  return {
    id,
    title,
    url,
    text: wordsIn(page, node, 'p.note'),
    at: zonedTime(time.attr('datetime')) ?? chinaTime(oneLine(time.text())),
    tags: tag === '' ? [] : [tag],
    images: cover === '' ? [] : [cover],
  }
}

function readContent(html: string): ItemPage {
  return { anchors: sharesIn(withoutHashLinks(richText(html))) }
}

async function readPage(url: string, io: Io, { base_url, options }: Site<Options>): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  const content = page(options.content).first()
  if (content.length === 0 && page('article, .entry-content, h1').length === 0)
    throw new UpstreamError('mismatch', 'the page is not a post')
  const nodes = content.length > 0 ? content : page('body')
  const at = zonedTime(page('time.updated').first().attr('datetime'))?.getTime()
  const lead = nodes.find(':scope p').first()
  const text = lead.find(':scope a').length > 0 ? '' : oneLine(lead.text())
  const anchors = sharesIn(withoutHashLinks(richTextOf(nodes.toArray())))
  return { text, anchors, ...(at === undefined ? {} : { at }) }
}

const resource = z.object({ url: text, downloadPwd: text, is_bt: z.union([z.boolean(), z.number()]).nullish() })
const resources = z.union([
  z.array(resource),
  z.object({ resources: z.array(resource) }).transform((one) => one.resources),
])

async function readLinks(id: string, io: Io, { base_url, options }: Site<Options>): Promise<ItemPage> {
  const headers = { ...dataHeaders, referer: `${base_url}/${id}.html` }
  const found = await io.json(base_url + (options.links ?? '').replaceAll('{id}', id), resources, { headers })
  const drives = found.filter(({ url, is_bt }) => !is_bt && /^https?:\/\//.test(url ?? ''))
  const links = drives.map(({ url, downloadPwd }) => ({ href: url ?? '', code: downloadPwd || undefined, cloud: '' }))
  return { text: '', anchors: anchorList(links) }
}
