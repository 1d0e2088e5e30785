// Engine copytext-pages: search pages at /s/KEYWORD.html with the list in one of four places (upstreams/search/plugins-2026-11/copytext-pages.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { findWithin, type PageNode, type ParsedPage, unnestedNodes } from '../../parsing/html.ts'
import { bracketedAfter, quotedAfter } from '../../parsing/script-values.ts'
import { distinct, hashOf, oneLine, titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { parseJsonReply } from '../../upstream/reply-elements.ts'
import type { Engine, Site } from '../engine.ts'
import type { GivenPost } from '../plugin.ts'
import { anchorList, mayBeShare, throwUnreadable, titleHasKeyword, withMorePages } from '../plugin-parsing.ts'

const options = z.object({
  /** Hosts that the site writes instead of others: `pan.qualk.cn=pan.quark.cn`. */
  hosts: z
    .string()
    .regex(/^[\w.-]+=[\w.-]+(?:\s+[\w.-]+=[\w.-]+)*$/, 'must be like pan.qualk.cn=pan.quark.cn')
    .optional(),
})
type Options = z.output<typeof options>

/** Clouds by the number in `is_type`. */
const cloudNames = ['quark', 'aliyun', 'baidu', 'uc', 'xunlei']

const word = z.string().nullish()
const link = z.object({
  url: word,
  code: word,
  is_type: z.number().nullish(),
  status: z.number().nullish(),
  is_delete: z.number().nullish(),
})
const row = z.object({
  ...link.shape,
  id: z.union([z.int(), z.string()]),
  title: word,
  name: word,
  times: word,
  category: z.union([z.string(), z.object({ name: word })]).nullish(),
  description: word,
  tag_names: z.array(z.string()).nullish(),
  links: z.array(link).nullish(),
})

const rows = z.array(row)

/** More than any page of these sites has. */
const maxRows = 500
const rowsOnPage = 10

export default {
  options,
  limits: { attemptMs: 10_000 },
  pages: 2,
  async ask({ kw }, io, site) {
    const headers = { ...pageHeaders, referer: `${site.base_url}/` }
    const word = encodeURIComponent(kw)
    const ask = async (index: number) => {
      const url = `${site.base_url}/s/${word}${index === 0 ? '' : `-${index + 1}`}.html`
      return readPage(await io.html(url, { headers }), site)
    }
    const first = await ask(0)
    const pages = await withMorePages(io, first, Math.min(site.pages, Math.ceil(first.total / rowsOnPage)), ask)
    return pages.flatMap((page) => page.posts).filter(({ title = '' }) => titleHasKeyword(title, kw))
  },
} satisfies Engine<Options>

/** The posts of a page, and the number of all hits if it says so. */
function readPage(page: ParsedPage, { options }: Site<Options>): { posts: GivenPost[]; total: number } {
  const scripts = page('script')
    .toArray()
    .map((script) => page(script).text())
    .join('\n')
  const plain = embeddedList(scripts)
  const list = plain ?? jsonInQuotes(scripts)
  if (list !== undefined) {
    const posts = parseJsonReply(list, rows).slice(0, maxRows)
    // The oldest form shows nothing but the category.
    return { posts: posts.map((row) => rowPost(row, options, plain === undefined)), total: 0 }
  }
  const items = unnestedNodes(page, page('.list .item'), maxRows)
  const total = page('el-pagination').attr(':total')
  if (items.length === 0 && total === undefined && page('.list').length === 0)
    throwUnreadable(page, 'the page has no list of results')
  const posts = items.flatMap((item) => itemPost(page, item, options) ?? [])
  if (items.length > 0 && posts.length === 0)
    throw new UpstreamError('mismatch', 'a list of results without titles and addresses')
  return { posts, total: Number(total ?? 0) || 0 }
}

/** The list as JSON, from the first place that has one. */
function embeddedList(scripts: string): string | undefined {
  return (
    bracketedAfter(scripts, /\blistItemsData\s{0,9}=\s{0,9}/) ??
    quotedAfter(scripts, /\b(?:list|listItems)\s{0,9}=\s{0,9}JSON\.parse\(\s{0,9}/)
  )
}

const jsonStart = /\bvar\s{1,9}jsonData\s{0,9}=\s{0,9}'/
/** The end of the list: `]` and `';`, since `';` alone may occur in a title. */
const jsonEnd = /\](?=\s{0,99}';)/

/** JSON that a page puts into quotes without escaping it again. */
function jsonInQuotes(scripts: string): string | undefined {
  const start = jsonStart.exec(scripts)
  if (!start) return undefined
  // Start and end once each: a single pattern would take quadratic time on a page with many starts and no end.
  const rest = scripts.slice(start.index + start[0].length)
  const end = jsonEnd.exec(rest)
  if (!end) return ''
  // Escaped backslashes are taken out first: what follows them is not escaped.
  const parts = rest
    .slice(0, end.index + 1)
    .replaceAll(/\p{Cc}/gu, '')
    .split('\\\\')
  return parts.map((part) => part.replaceAll("\\'", "'")).join('\\\\')
}

function rowPost(row: z.output<typeof rows>[number], options: Options, showsCategory: boolean): GivenPost {
  const [title, description] = titleText(row.title || row.name || '')
    .replace(/^资源标题[：:]\s*/, '')
    .split(/资源描述[：:]/)
    .map((part) => part.trim())
  const name = titleText(row.name ?? '')
  const links = (row.links ?? []).filter(({ status, is_delete }) => !is_delete && (status ?? 0) >= 0)
  const shares = (links.length > 0 ? links : [row]).flatMap(({ url, code, is_type }) =>
    url ? [{ href: withHosts(url, options), code: code || undefined, cloud: cloudNames[is_type ?? -1] ?? '' }] : [],
  )
  const category = typeof row.category === 'string' ? row.category : (row.category?.name ?? '')
  const content = row.description ?? description ?? ''
  return {
    id: String(row.id),
    title: title ?? '',
    text: showsCategory && category !== '' ? `【${category}】` : titleText(content),
    anchors: anchorList(shares),
    at: chinaTime(row.times),
    tags: distinct([...(row.tag_names ?? []), category]),
    aside: name === title ? '' : name,
  }
}

function withHosts(url: string, { hosts = '' }: Options): string {
  const pairs = hosts.split(/\s+/).map((pair) => pair.split('='))
  return pairs.reduce(
    (address, [from = '', to = '']) => (from === '' ? address : address.replace(`//${from}/`, () => `//${to}/`)),
    url,
  )
}

/** The arguments of `copyText(event, 'title', 'address', 'code')`. */
const copyText =
  /copyText\([^,]{1,40},\s{0,9}'[^'\\]{0,500}(?:\\.[^'\\]{0,500}){0,50}',\s{0,9}'([^']{1,2000})'(?:,\s{0,9}'([^']{0,40})')?/

function itemPost(page: ParsedPage, item: PageNode, options: Options): GivenPost | undefined {
  const title = oneLine(page(item).attr('data-title') || findWithin(page, item, '.title').first().text())
  const calls = findWithin(page, item, '*')
    .toArray()
    .slice(0, 100)
    .flatMap((node) => {
      const attributes = page(node).attr() ?? {}
      return copyText.exec(attributes.onclick ?? attributes['@click.stop'] ?? '') ?? []
    })
  const [, url = '', code = ''] = calls
  const href = withHosts(url, options)
  if (title === '' || !mayBeShare(href)) return undefined
  const time = oneLine(findWithin(page, item, '.type.time').first().text())
  const category = oneLine(findWithin(page, item, '.type').not('.time').first().text())
  return {
    id: hashOf(href),
    title,
    text: category,
    anchors: anchorList([{ href, code: code || undefined, cloud: '' }]),
    at: chinaTime(time),
  }
}
