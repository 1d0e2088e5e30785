// Searches PanSearch, a Next.js site whose pages are available as JSON under its build id (upstreams/search/pansearch.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { type PageNode, type ParsedPage, unnestedNodes } from '../../parsing/html.ts'
import { richText } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { distinct, hashOf } from '../../parsing/text.ts'
import { chinaTime, zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { parseReplyJson } from '../../upstream/reply-elements.ts'
import type { Io } from '../../upstream/source.ts'
import type { GivenPost, Plugin } from '../plugin.ts'
import { mayBeShare, throwUnreadable, titleHasKeyword, withMorePages } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://www.pansearch.me'), pages: wholeNumber(1, 5, 3) })
type PansearchSettings = z.output<typeof settings>

const pageSize = 10

/** More than a post has. */
const maxTags = 40
const maxRows = 100

const text = z.string().nullish()
const item = z.object({ id: z.int(), content: text, pan: text, image: text, time: text })
const results = z.object({ total: z.int(), data: z.array(item).max(1_000) })
const reply = z.object({ pageProps: z.object({ data: results }) })
const pageData = z.object({
  buildId: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional()
    .catch(undefined),
  props: z
    .object({ pageProps: z.object({ data: results.optional().catch(undefined) }) })
    .optional()
    .catch(undefined),
})

export default {
  home: 'https://www.pansearch.me/',
  needs: ['home'],
  value: 'some',
  evidence: '2026-09-07 a port on a large cloud; 2026-09-01 probed',
  limits: { parallel: 1, attempts: 2 },
  settings,
  async ask({ kw }, io, set) {
    // This page is the second way too: it is held while the first one is tried.
    const page = await io.html(`${set.base_url}/search?keyword=${encodeURIComponent(kw)}`, { headers: pageHeaders })
    if (page('#__next, #__NEXT_DATA__').length === 0) throwUnreadable(page, 'the page is not the search of the site')
    const data = embedded(page)
    const build = data?.buildId
    const byData = (way: Io) => {
      if (build === undefined) throw new UpstreamError('mismatch', 'the search page has no build id')
      return dataPosts({ kw, build, known: data?.props?.pageProps.data }, way, set)
    }
    const posts = await io.firstOf([async (way) => byData(way), async () => pagePosts(page)], { holdsBlocks: true })
    // Posts without a title are matched by their text later.
    return posts.filter(({ title }) => title === undefined || titleHasKeyword(title, kw))
  },
} satisfies Plugin<PansearchSettings>

/** The data of a page that its scripts read. */
function embedded(page: ParsedPage): z.output<typeof pageData> | undefined {
  const script = page('#__NEXT_DATA__').first().text()
  try {
    return pageData.parse(parseReplyJson(script))
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    const buildId = /"buildId":"([\w.-]{1,100})"/.exec(page('script').text())?.[1]
    return buildId === undefined ? undefined : { buildId }
  }
}

interface DataSearch {
  readonly kw: string
  readonly build: string
  /** The first page, if the search page has it already. */
  readonly known: z.output<typeof results> | undefined
}

async function dataPosts({ kw, build, known }: DataSearch, io: Io, set: PansearchSettings): Promise<GivenPost[]> {
  const first = known ?? (await page({ kw, build, offset: 0 }, io, set))
  const count = Math.min(set.pages, Math.ceil(first.total / pageSize))
  const found = await withMorePages(io, first, count, (index) => page({ kw, build, offset: index * pageSize }, io, set))
  return found.flatMap(({ data }) => data.map(postOf))
}

/** The rows of the search page: blocks of lines, each with one share. */
function pagePosts(page: ParsedPage): GivenPost[] {
  const blocks = unnestedNodes(page, page('div.whitespace-pre-wrap'), maxRows)
  if (blocks.length === 0 && page('form, input, a.resource-link').length === 0 && embedded(page) === undefined)
    throw new UpstreamError('mismatch', 'the page has neither rows nor a form')
  // A block that is not in a row of its own shares one with others: its text is read once.
  const times = new Map<unknown, string | undefined>()
  const timeOf = (block: PageNode) => {
    const row = page(block).closest('div.flex-1')
    const [node] = row.toArray()
    if (!times.has(node)) times.set(node, /发布时间[：:]\s{0,9}(\d{4}-\d\d-\d\d)/.exec(row.text())?.[1])
    return chinaTime(times.get(node))
  }
  return blocks.flatMap((block) => {
    const rich = richText(page(block).html() ?? '', { keepsBreaks: true })
    // Some addresses are cut.
    const anchors = rich.anchors.filter(({ href }) => mayBeShare(href) && !/<|\.\.\./.test(href))
    const [first] = anchors
    if (!first) return []
    const post = { id: hashOf(first.href), text: rich.text, anchors, at: timeOf(block) }
    return [{ ...post, title: titleIn(rich.text) ?? rich.text.split('\n')[0], tags: hashtagsOf(rich.text) }]
  })
}

function titleIn(text: string): string | undefined {
  return /^名称[：:][ \t]*(\S.*)$/m.exec(text)?.[1]?.trim()
}

interface PageRequest {
  readonly kw: string
  readonly build: string
  readonly offset: number
}

async function page({ kw, build, offset }: PageRequest, io: Io, { base_url }: PansearchSettings) {
  const address = `${base_url}/_next/data/${build}/search.json?keyword=${encodeURIComponent(kw)}&offset=${offset}`
  const { pageProps } = await io.json(address, reply, {
    headers: { ...pageHeaders, accept: 'application/json', referer: `${base_url}/`, 'cache-control': 'no-cache' },
  })
  return pageProps.data
}

function postOf({ id, content, pan, image, time }: z.output<typeof item>): GivenPost {
  // The page displays line breaks as in the source.
  const { text, anchors } = richText(content ?? '', { keepsBreaks: true })
  const title = titleIn(text)
  const at = zonedTime(time)
  const [only, ...others] = anchors
  return {
    id: String(id),
    title: title || undefined,
    text,
    // `pan` is about one link; with several links it is ambiguous.
    anchors: only && others.length === 0 ? [{ ...only, cloud: pan ?? '' }] : anchors,
    at,
    tags: hashtagsOf(text),
    images: image && /^https?:\/\//.test(image) ? [image] : [],
  }
}

/** The hashtags of the line that lists them. */
function hashtagsOf(text: string): string[] {
  const line = /标签[：:](.*)/.exec(text)?.[1] ?? ''
  return distinct(line.split(/[\s#＃,，、|/]+/)).slice(0, maxTags)
}
