// Searches 488run (夸搜盘), whose search goes on while it is polled (upstreams/search/plugins-2026-11/488run.md).
import { z } from 'zod'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { lenientArray, trimmedWord } from '../../parsing/lenient-schemas.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { distinct, hashOf, titleText } from '../../parsing/text.ts'
import { chinaTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { parseReplyJson } from '../../upstream/reply-elements.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf } from '../list-and-details.ts'
import type { GivenPost, Plugin } from '../plugin.ts'
import { anchorList, splitAddress, titleHasKeyword } from '../plugin-parsing.ts'

const settings = z.object({
  base_url: siteUrl('https://488.run'),
  polls: wholeNumber(0, 6, 6).describe('maximum number of times the search is asked for further results'),
})
type RunSettings = z.output<typeof settings>

const row = z.object({
  id: trimmedWord,
  resource_id: trimmedWord,
  title: trimmedWord,
  name: trimmedWord,
  description: trimmedWord,
  desc: trimmedWord,
  category: trimmedWord,
  year: trimmedWord,
  area: trimmedWord,
  disk_type: trimmedWord,
  drive_type: trimmedWord,
  share_link: trimmedWord,
  link: trimmedWord,
  url: trimmedWord,
  magnet: trimmedWord,
  poster: trimmedWord,
  cover: trimmedWord,
  source_label: trimmedWord,
  status: trimmedWord,
  share_time: trimmedWord,
  updated_at: trimmedWord,
  created_at: trimmedWord,
})
type Row = z.output<typeof row>
const rows = lenientArray(row).nullish()
const reply = z.object({
  code: z.number(),
  message: trimmedWord,
  data: z
    .object({
      complete: z.boolean().nullish(),
      search_id: trimmedWord,
      searchId: trimmedWord,
      items: rows,
      list: rows,
      blocked: z.boolean().nullish(),
    })
    .nullish(),
})

const sixHoursMs = 6 * 60 * 60_000
const cookie = z.string().regex(/^yd_frontend=\S+$/)
const theme = 'limit=24&theme=wechat-cinehunt'
const restMs = 20_000
/** Between a search and its polls. */
const rate = { perMs: 420 }

export default {
  home: 'https://488.run/',
  name: '夸搜盘',
  needs: ['cookie'],
  value: 'many',
  evidence: '2026-09-27 50 to 99 links a search',
  limits: { parallel: 1, attempts: 1, attemptMs: 10_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, set) {
    const failed: unknown[] = []
    const found = await io.firstOf(
      [
        (way) =>
          asking(kw, way, set, sixHoursMs).catch((error: unknown) => {
            failed.push(error)
            throw error
          }),
        // Refused as a stranger: with a new cookie once more.
        (way) => (wantsCookie(failed[0]) ? asking(kw, way, set, 0) : Promise.reject(failed[0])),
      ],
      { holdsBlocks: true },
    )
    const posts = found.flatMap((one) => postOf(one, set.base_url) ?? [])
    return posts.filter(({ title = '' }) => titleHasKeyword(title, kw))
  },
} satisfies Plugin<RunSettings>

function wantsCookie(error: unknown): boolean {
  return error instanceof UpstreamError && error.kind === 'blocked' && (error.status === 401 || error.status === 403)
}

async function asking(kw: string, io: Io, { base_url, polls }: RunSettings, cookieMs: number): Promise<Row[]> {
  const session = await io.remembered({
    key: 'cookie',
    forMs: cookieMs,
    shape: cookie,
    make: () => askCookie(io, base_url),
  })
  const headers = { ...dataHeaders, cookie: session, referer: `${base_url}/oeol/${encodeURIComponent(kw)}.htm` }
  const ask = (path: string) => askApi(`${base_url}/api/frontend/${path}&${theme}`, headers, io)
  const first = await ask(`search?q=${encodeURIComponent(kw)}`)
  const found = [...(first.items ?? []), ...(first.list ?? [])]
  const id = first.search_id || first.searchId
  // Each poll has only what is new.
  for (let poll = 0, last = first; poll < polls && !last.complete && !last.blocked && id !== ''; poll += 1) {
    last = await ask(`search/poll?id=${encodeURIComponent(id)}`)
    found.push(...(last.items ?? []), ...(last.list ?? []))
  }
  return found
}

async function askCookie(io: Io, base_url: string): Promise<string> {
  const cookies = await io.cookies(`${base_url}/`, { headers: pageHeaders })
  const found = cookies.split('; ').find((one) => cookie.safeParse(one).success)
  if (found === undefined) throw new UpstreamError('blocked', 'the site sets no cookie')
  return found
}

/** 403 may mean that searches are too frequent, or that the cookie is old. */
async function askApi(url: string, headers: Readonly<Record<string, string>>, io: Io) {
  const text = await io.text(url, { headers, answers: [403], rate })
  const { code, message, data } = readReply(text)
  if (/频繁/.test(message) || code === 429)
    throw new UpstreamError('blocked', `rate limited: ${titleText(message)}`, {
      retryAfterMs: restMs,
      reason: { code: 'throttled' },
    })
  if (code === 401 || code === 403)
    throw new UpstreamError('blocked', 'the site wants another cookie', { status: code })
  // The search is forgotten: there is no more of it.
  if (code === 404 || code === 1004) return { complete: true, items: [], list: [], search_id: '', searchId: '' }
  if (code !== 0 || !data) throw new UpstreamError('mismatch', `answered with code ${code}: ${titleText(message)}`)
  return data
}

/** A page or a sentence in place of JSON is a refusal. */
function readReply(text: string): Pick<z.output<typeof reply>, 'code' | 'message' | 'data'> {
  try {
    return reply.parse(parseReplyJson(text))
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    if (/^\s*(?:[{[]|$)/.test(text)) throw new UpstreamError('mismatch', 'not the JSON of a search', { cause: error })
    return { code: 403, message: text, data: undefined }
  }
}

function postOf(one: Row, base_url: string): GivenPost | undefined {
  const links = [one.share_link, one.link, one.url].map(splitAddress).filter(({ href }) => /^https?:/i.test(href))
  const description = one.description || one.desc
  const title = titleText(one.title || one.name)
    .split(/提取码[：:]/)[0]
    ?.trim()
  const [first] = links
  if (one.status === 'invalid' || (!first && !/https?:/.test(description))) return undefined
  const poster = addressOf(one.poster || one.cover, `${base_url}/`)
  const tags = [one.source_label, one.category, one.year, one.area]
  return {
    id: one.id || one.resource_id || hashOf(first?.href ?? description),
    title,
    text: description,
    anchors: anchorList(links.map((link) => ({ ...link, cloud: one.disk_type || one.drive_type }))),
    at: chinaTime([one.share_time, one.updated_at, one.created_at].find((time) => time !== '')),
    tags: distinct(tags.filter((tag) => tag !== '资源' && tag !== '全部')),
    images: poster === '' ? [] : [poster],
  }
}
