// Engine list-pages: a page of results, and a page of each result with its links; a member names the elements of both (docs/adding-a-source.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { fieldSelector } from '../../parsing/field-selector.ts'
import { type PageNode, type ParsedPage, parseItems, unnestedNodes } from '../../parsing/html.ts'
import { checkSelector, pageForm, pageRow, rejectWidePage } from '../../parsing/page-rows.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { parseTime } from '../../parsing/row-time.ts'
import { distinct, hashOf } from '../../parsing/text.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io, RequestRate } from '../../upstream/source.ts'
import type { Engine, Site } from '../engine.ts'
import { addressOf, type ItemPage, linksOf, sharesIn, withDetails } from '../list-and-details.ts'
import type { Post } from '../plugin.ts'
import {
  anchorList,
  limitText,
  mayBeShare,
  throwUnreadable,
  titleHasKeyword,
  withoutHashLinks,
} from '../plugin-parsing.ts'

const words = new Map<string, string>()

/** A key whose text is compiled when the member is read. */
function compiled<Made>(compile: (text: string) => Made) {
  return z
    .string()
    .trim()
    .min(1, 'is empty')
    .transform((text, context) => {
      try {
        return compile(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
        return z.NEVER
      }
    })
}

function alternatives(text: string): string[] {
  return text.split('||').map((part) => part.trim())
}

/** A text of a result or of its page: a selector, a selector with `@attribute`, with the steps of own hot lists; of several with `||` the first. */
function field(attribute?: string) {
  return compiled((text) => fieldOf(alternatives(text), attribute))
}

function fieldOf(sources: readonly string[], attribute?: string) {
  return fieldSelector(sources, { ...pageForm(attribute), isAddress: false }, words)
}

const selector = compiled((text) => checkSelector(text))
const yes = z.enum(['yes', 'no'], 'must be yes or no').transform((word) => word === 'yes')

const options = z.object({
  search: z.string().regex(/^\/.*\{kw\}/, 'must be a path like /search?q={kw}'),
  /** How the keyword is written in the path. */
  keyword: z.enum(['utf8', 'gbk', 'bytes'], 'must be one of utf8, gbk, bytes').default('utf8'),
  /** Seconds between two searches. */
  every: z.coerce.number('must be a number').min(0.1).max(60, 'must be at most 60').optional(),
  items: selector,
  /** What a page of results has even if nothing was found. */
  empty: selector,
  title: compiled((text) => ({
    read: fieldOf(alternatives(text)).read,
    link: fieldOf(
      alternatives(text).map((one) => one.split(' | ', 1).join('')),
      'href',
    ).read,
  })),
  /** The address of a result's page, if not that of its title. */
  link: field('href').optional(),
  /** An expression for the id in that address. */
  id: compiled((text) => idReader(text)).optional(),
  text: field().optional(),
  time: field('datetime').optional(),
  image: field('src').optional(),
  /** Selectors of tags, with `||` between them. */
  tags: compiled((text) => alternatives(text).map((one) => fieldOf([one]))).optional(),
  /** A tag of all results. */
  topic: z.string().optional(),
  /** The share of a result, if the list has it. */
  share: field('href').optional(),
  /** What the page of any result has. */
  page: selector.optional(),
  /** Whether the address of a result only leads to its page, or to another site. */
  redirects: yes.default(false),
  /** The links to shares on that page. */
  links: selector.optional(),
  /** The elements whose text has the shares; of several with `||` the first with one. */
  content: compiled((text) => alternatives(text).map((one) => checkSelector(one))).optional(),
  /** Whether that text is shown. */
  shown: yes.default(false),
  code: field().optional(),
  /** The cloud of links whose host is unknown; `any` if the page does not say it. */
  cloud: z.string().optional(),
  pageTitle: field().optional(),
  pageText: field().optional(),
  pageTime: field('datetime').optional(),
  pageImage: field('src').optional(),
})
type Options = z.output<typeof options>

function idReader(expression: string) {
  const path = () => (address: string) => [address]
  return fieldSelector([`address | match ${expression}`], { path, isAddress: false }, words).read
}

const keywords = {
  utf8: encodeURIComponent,
  gbk: gbkParameter,
  bytes: (kw: string) => [...Buffer.from(kw)].map((byte) => `_${hex(byte)}`).join(''),
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}

/** The keyword in GBK, percent-encoded; a site in GBK cannot find characters that it lacks. */
function gbkParameter(kw: string): string {
  const [firstLead, leads, firstTrail, trails] = [0x81, 0x7e, 0x40, 0xbf]
  const pairs = Array.from({ length: leads * trails }, (_, index) => [
    firstLead + Math.floor(index / trails),
    firstTrail + (index % trails),
  ])
  const decoder = new TextDecoder('gbk')
  const codes = new Map(pairs.map((pair) => [decoder.decode(new Uint8Array(pair)), pair]))
  const escaped = (byte: number) => `%${hex(byte)}`
  return [...kw]
    .map((sign) => (sign < '\x80' ? encodeURIComponent(sign) : (codes.get(sign)?.map(escaped).join('') ?? '%3F')))
    .join('')
}

/** More than any page of results has. */
const maxItems = 300

export default {
  options,
  limits: { parallel: 3, attemptMs: 10_000 },
  details: 5,
  async ask({ kw }, io, site) {
    const { base_url, options } = site
    const { every, keyword, search } = options
    const url = base_url + search.replaceAll('{kw}', () => keywords[keyword](kw))
    const page = await askOpenPage(io, url, base_url, every === undefined ? undefined : { perMs: every * 1_000 })
    const nodes = unnestedNodes(page, page(options.items), maxItems)
    const isList = nodes.length > 0 || page(options.empty).length > 0
    if (!isList || (keyword === 'gbk' && page.root().text().includes('\ufffd')))
      throwUnreadable(page, 'the page is not a list of results')
    const read = (node: PageNode) => readItem(page, node, site, io.now)
    const items = parseItems(nodes, read, 'a list of results without titles and addresses')
    if (options.share !== undefined)
      return items.filter(({ title }) => titleHasKeyword(title, kw)).map(({ url: _url, ...post }) => post)
    return withDetails(items, io, { kw, details: site.details, read: ({ url }, way) => readPage(url, way, site) })
  },
} satisfies Engine<Options>

/** A page; a firewall may first send a script that leads to the address it wants, which is followed once. */
async function askOpenPage(io: Io, url: string, base_url: string, rate?: RequestRate): Promise<ParsedPage> {
  const init = { headers: { ...pageHeaders, referer: `${base_url}/` }, ...(rate && { rate }) }
  const first = await io.html(url, init)
  const next = /window\.location\.href\s{0,9}=\s{0,9}["']([^"'\s]{1,2000}btwaf=[^"'\s]{1,500})["']/.exec(
    first('script').text(),
  )?.[1]
  const address = addressOf(next, `${base_url}/`)
  if (next !== undefined && !isOn(address, base_url))
    throw new UpstreamError('blocked', 'the firewall of the site leads elsewhere')
  const page = next === undefined ? first : await io.html(address, init)
  if (next !== undefined && page('script').text().includes('btwaf='))
    throw new UpstreamError('blocked', 'the firewall of the site asks again')
  rejectWidePage(page)
  return page
}

function isOn(address: string, base_url: string): boolean {
  return address !== '' && new URL(address).host === new URL(base_url).host
}

function readItem(page: ParsedPage, node: PageNode, { base_url, options }: Site<Options>, now: Date) {
  const row = pageRow(page, `${base_url}/`, node)
  const title = options.title.read(row) ?? ''
  const href = options.share?.read(row) ?? ''
  const url = addressOf(options.link?.read(row) ?? options.title.link(row), `${base_url}/`)
  const { pathname = '', search = '' } = URL.parse(url) ?? {}
  const [isItem, own] = options.share ? [mayBeShare(href), `${title} ${href}`] : [url !== '', pathname + search]
  const id = options.id ? options.id(url) : hashOf(own)
  if (!isItem || id === undefined || title === '') return undefined
  const image = addressOf(options.image?.read(row), base_url)
  const tags = options.tags?.flatMap((tag) => tag.read(row)?.split(/[,，]/) ?? []) ?? []
  return {
    id,
    title,
    url,
    text: options.text?.read(row) ?? '',
    anchors: options.share ? anchorList([{ href, ...cloudOf(options) }]) : [],
    at: parseTime(options.time?.read(row), now, undefined),
    tags: distinct([...tags, options.topic ?? '']),
    images: image === '' ? [] : [image],
  }
}

function cloudOf({ cloud }: Options): { cloud?: string } {
  return cloud === undefined ? {} : { cloud: cloud === 'any' ? '' : cloud }
}

/** What the page of a result adds; nothing if its address leads to another site. */
async function readPage(url: string, io: Io, { base_url, options }: Site<Options>): Promise<ItemPage> {
  const headers = { ...pageHeaders, referer: `${base_url}/` }
  const address = (options.redirects && addressOf(await io.location(url, { headers }), url)) || url
  if (options.redirects && !isOn(address, base_url)) return { anchors: [] }
  const page = await askOpenPage(io, address, base_url)
  const root = page.root()[0]
  if (!root || (options.page !== undefined && page(options.page).length === 0))
    throw new UpstreamError('mismatch', 'the page is not that of a result')
  const row = pageRow(page, address, root)
  const { text, anchors } = contentOf(page, options)
  const more = { code: options.code?.read(row), ...cloudOf(options) }
  const links = options.links === undefined ? [] : linksOf(page, options.links).map((link) => ({ ...link, ...more }))
  const title = options.pageTitle?.read(row)
  const at = parseTime(options.pageTime?.read(row), io.now, undefined)?.getTime()
  const image = addressOf(options.pageImage?.read(row), base_url)
  return {
    text: options.pageText?.read(row) ?? text,
    anchors: [...anchorList(links), ...anchors],
    ...(title !== undefined && { title }),
    ...(at !== undefined && { at }),
    ...(image !== '' && { image }),
  }
}

function contentOf(page: ParsedPage, { content = [], shown }: Options): Pick<Post, 'text' | 'anchors'> {
  const texts = content.map((one) => withoutHashLinks(richTextOf(page(one).toArray())))
  const found = texts.find((rich) => sharesIn(rich).length > 0) ?? texts.find(({ text }) => text !== '')
  if (found === undefined) return { text: '', anchors: [] }
  return shown ? limitText(found) : { text: '', anchors: sharesIn(found) }
}
