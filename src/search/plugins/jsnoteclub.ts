// Searches Jsnoteclub (灵犀笔记), a Ghost site, by its content interface (upstreams/search/plugins-2026-11/jsnoteclub.md).
import { z } from 'zod'
import { dataHeaders, pageHeaders } from '../../parsing/browser-headers.ts'
import { trimmedText } from '../../parsing/lenient-schemas.ts'
import { richTextOf } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import { addressOf, askPage, type ItemPage, sharesIn, withDetails } from '../list-and-details.ts'
import type { Plugin } from '../plugin.ts'

const settings = z.object({ base_url: siteUrl('https://jsnoteclub.com'), details: wholeNumber(1, 10, 5) })
type GhostSettings = z.output<typeof settings>

const posts = z.object({
  posts: z
    .array(
      z.object({
        id: z.string(),
        title: trimmedText,
        excerpt: trimmedText,
        url: trimmedText,
        updated_at: trimmedText,
        visibility: trimmedText,
      }),
    )
    .optional(),
  errors: z.array(z.object({ message: trimmedText })).optional(),
})

const hourMs = 60 * 60_000
const key = z.string().regex(/^[\w-]{8,80}$/)
const fields = 'fields=id,slug,title,excerpt,url,updated_at,visibility&order=updated_at%20DESC'

export default {
  home: 'https://jsnoteclub.com/',
  name: '灵犀笔记',
  value: 'few',
  evidence: '2026-09-28 probed: 6 shares for a keyword',
  limits: { parallel: 3, attempts: 2, attemptMs: 10_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, set) {
    const found = await askPosts(kw, io, set)
    const items = found.flatMap(({ id, title, excerpt, url, updated_at, visibility }) => {
      const address = addressOf(url, `${set.base_url}/`)
      if (visibility !== 'public' || address === '') return []
      return [{ id, title, url: address, text: excerpt, at: zonedTime(updated_at) }]
    })
    return withDetails(items, io, { kw, details: set.details, read: ({ url }, way) => readPost(url, way, set) })
  },
} satisfies Plugin<GhostSettings>

/** The posts about the keyword; an old key is renewed once, and an install that allows no filter gives its newest posts. */
async function askPosts(kw: string, io: Io, set: GhostSettings) {
  const filter = `&filter=${encodeURIComponent(`title:~'${kw.replaceAll("'", "\\'")}'`)}`
  const ask = async (query: string, keyMs: number) => {
    const site = await io.remembered({ key: 'key', forMs: keyMs, shape: key, make: () => askKey(io, set) })
    const url = `${set.base_url}/ghost/api/content/posts/?key=${site}&${query}&${fields}`
    return io.json(url, posts, { headers: { ...dataHeaders, referer: `${set.base_url}/` }, answers: [400, 401, 422] })
  }
  const wanted = await ask(`limit=15${filter}`, hourMs)
  const renewed =
    wanted.errors && /key/i.test(wanted.errors[0]?.message ?? '') ? await ask(`limit=15${filter}`, 0) : wanted
  const { posts: found, errors } = renewed.errors ? await ask('limit=100', hourMs) : renewed
  if (!found) throw new UpstreamError('mismatch', `the interface answers with an error: ${errors?.[0]?.message ?? ''}`)
  return found
}

async function askKey(io: Io, { base_url }: GhostSettings): Promise<string> {
  const page = await io.html(`${base_url}/`, { headers: pageHeaders })
  const found = key.safeParse(page('script[data-key]').first().attr('data-key'))
  if (!found.success) throw new UpstreamError('mismatch', 'the site names no key of its interface')
  return found.data
}

async function readPost(url: string, io: Io, { base_url }: GhostSettings): Promise<ItemPage> {
  const page = await askPage(io, url, `${base_url}/`)
  page('aside, .gh-sidebar').remove()
  const content = page('.gh-content, article').first()
  if (content.length === 0) throw new UpstreamError('mismatch', 'the page is not a post')
  return { anchors: sharesIn(richTextOf(content.toArray())) }
}
