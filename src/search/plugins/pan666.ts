// Searches Pan666, a forum on the Flarum engine, by its public JSON:API (upstreams/search/pan666.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { richText } from '../../parsing/rich-text.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { uniqueById } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Plugin, Post } from '../plugin.ts'
import { limitText, titleHasKeyword, withMorePages } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://pan666.net'), pages: wholeNumber(1, 3, 2) })

const discussion = z.object({
  id: z.string(),
  attributes: z.object({ title: z.string(), createdAt: z.string().nullish() }),
  relationships: z
    .object({ mostRelevantPost: z.object({ data: z.object({ id: z.string() }).nullish() }).nullish() })
    .nullish(),
})
// Posts, and other resources that the engine includes.
const included = z.object({
  type: z.string(),
  id: z.string(),
  attributes: z.object({ contentHtml: z.string().nullish() }).nullish(),
})
const fault = z.object({ status: z.coerce.number().nullish().catch(null), code: z.string().nullish().catch(null) })
const reply = z.object({
  errors: z.array(fault).nullish(),
  links: z.object({ next: z.string().nullish() }).nullish(),
  data: z.array(discussion).nullish(),
  included: z.array(included).nullish(),
})

const pageSize = 50

const headers = {
  ...dataHeaders,
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
}

export default {
  home: 'https://pan666.net/',
  limits: { parallel: 2, attempts: 2 },
  settings,
  async ask({ kw }, io, { base_url, pages }) {
    const page = (number: number) => askPage(kw, number, io, base_url)
    const first = await page(0)
    // The site says whether there are more pages; they are requested by offset.
    const all = await withMorePages(io, first, first.hasNext ? pages : 1, page)
    const posts = uniqueById(all.flatMap((part) => postsOf(part, kw)))
    return posts.sort((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0))
  },
} satisfies Plugin<z.output<typeof settings>>

/** A page of discussions, with the texts of posts by id. */
async function askPage(kw: string, number: number, io: Io, site: string) {
  const query = new URLSearchParams({
    'filter[q]': kw,
    include: 'mostRelevantPost',
    'page[offset]': `${number * pageSize}`,
    'page[limit]': `${pageSize}`,
  })
  const { errors, links, data, included } = await io.json(`${site}/api/discussions?${query}`, reply, { headers })
  const [error] = errors ?? []
  if (error) throw apiRefusal(error.code ?? '', error.status ?? undefined)
  if (!data) throw new UpstreamError('mismatch', 'the reply has neither discussions nor errors')
  const posts = (included ?? []).filter(({ type }) => type === 'posts')
  return {
    discussions: data.slice(0, pageSize),
    posts: new Map(posts.map(({ id, attributes }) => [id, attributes?.contentHtml ?? ''])),
    hasNext: Boolean(links?.next),
  }
}

/** The discussions about the keyword, each with its most relevant post. */
function postsOf({ discussions, posts }: Awaited<ReturnType<typeof askPage>>, kw: string): Post[] {
  return discussions.flatMap(({ id, attributes: { title, createdAt }, relationships }) => {
    const html = posts.get(relationships?.mostRelevantPost?.data?.id ?? '')
    if (html === undefined || !titleHasKeyword(title, kw)) return []
    const at = zonedTime(createdAt)
    return [{ id, title: title.trim(), ...limitText(richText(html)), at, tags: [], images: [], aside: '' }]
  })
}
