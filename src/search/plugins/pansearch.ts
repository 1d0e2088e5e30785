// Searches PanSearch, a Next.js site whose pages are available as JSON under its build id (upstreams/search/pansearch.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { richText } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { distinct } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Plugin, Post } from '../plugin.ts'
import { titleHasKeyword, withMorePages } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://www.pansearch.me'), pages: wholeNumber(1, 5, 3) })
type PansearchSettings = z.output<typeof settings>

const pageSize = 10
const buildMs = 30 * 60_000

/** More than a post has. */
const maxTags = 40

const buildId = z.string().regex(/^[\w.-]{1,100}$/)
const pageData = z.object({ buildId })

const text = z.string().nullish()
const item = z.object({ id: z.int(), content: text, pan: text, image: text, time: text })
const results = z.object({ total: z.int(), data: z.array(item).max(1_000) })
const reply = z.object({ pageProps: z.object({ data: results }) })

export default {
  home: 'https://www.pansearch.me/',
  limits: { parallel: 2, attempts: 2 },
  settings,
  async ask({ kw }, io, set) {
    const { build, first } = await firstPage(kw, io, set)
    const count = Math.min(set.pages, Math.ceil(first.total / pageSize))
    const further = (index: number) => page({ kw, build, offset: index * pageSize }, io, set)
    const found = await withMorePages(io, first, count, further)
    const items = found.flatMap(({ data }) => data)
    const posts = new Map(items.map((item) => [item.id, postOf(item)]))
    // Posts without a title are matched by their text later.
    return [...posts.values()].filter(({ title }) => title === undefined || titleHasKeyword(title, kw))
  },
} satisfies Plugin<PansearchSettings>

/** Requests the first page; a 404 means that the site has a newer build id. */
async function firstPage(kw: string, io: Io, set: PansearchSettings) {
  const known = await build(buildMs, io, set)
  try {
    return { build: known, first: await page({ kw, build: known, offset: 0 }, io, set) }
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 404) throw error
    const renewed = await build(0, io, set)
    return { build: renewed, first: await page({ kw, build: renewed, offset: 0 }, io, set) }
  }
}

function build(forMs: number, io: Io, { base_url }: PansearchSettings): Promise<string> {
  const headers = { ...pageHeaders, accept: 'text/html' }
  const make = async () => readBuild(await io.text(`${base_url}/search`, { headers }))
  return io.remembered({ key: 'build', forMs, shape: buildId, make })
}

function readBuild(html: string): string {
  const script = /<script id="__NEXT_DATA__"[^<>]*>([^<]*)<\/script>/.exec(html)?.[1]
  const named = (script === undefined ? undefined : inJson(script)) ?? /"buildId":"([^"]+)"/.exec(html)?.[1]
  const id = buildId.safeParse(named)
  if (!id.success) throw new UpstreamError('mismatch', 'the search page has no build id')
  return id.data
}

function inJson(script: string): string | undefined {
  try {
    return pageData.parse(JSON.parse(script)).buildId
  } catch {
    return undefined
  }
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

function postOf({ id, content, pan, image, time }: z.output<typeof item>): Post {
  // The page displays line breaks as in the source.
  const { text, anchors } = richText(content ?? '', { keepsBreaks: true })
  const title = /^名称[：:][ \t]*(\S.*)$/m.exec(text)?.[1]?.trim()
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
    aside: '',
  }
}

/** The hashtags of the line that lists them. */
function hashtagsOf(text: string): string[] {
  const line = /标签[：:](.*)/.exec(text)?.[1] ?? ''
  return distinct(line.split(/[\s#＃,，、|/]+/)).slice(0, maxTags)
}
