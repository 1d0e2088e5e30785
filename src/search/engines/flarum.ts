// Engine flarum: forums on Flarum, by their public JSON:API (upstreams/search/pan666.md, plugins-2026-11/flarum.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { richText } from '../../parsing/rich-text.ts'
import { zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Engine } from '../engine.ts'
import type { GivenPost } from '../plugin.ts'
import { limitText, titleHasKeyword, withMorePages } from '../plugin-parsing.ts'

const options = z.object({})

const related = z.object({ data: z.object({ id: z.string() }).nullish() }).nullish()
const discussion = z.object({
  id: z.string(),
  attributes: z.object({ title: z.string(), createdAt: z.string().nullish() }),
  relationships: z
    .object({
      mostRelevantPost: related,
      firstPost: related,
      tags: z.object({ data: z.array(z.object({ id: z.string() })).nullish() }).nullish(),
    })
    .nullish(),
})
// Posts, and other resources that the engine includes.
const included = z.object({
  type: z.string(),
  id: z.string(),
  attributes: z.object({ contentHtml: z.string().nullish(), name: z.string().nullish() }).nullish(),
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
  accept: 'application/vnd.api+json, application/json',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
}

export default {
  options,
  limits: { parallel: 2, attemptMs: 8_000 },
  pages: 2,
  async ask({ kw }, io, { base_url, pages }) {
    const page = (number: number) => askPage(kw, number, io, base_url)
    const first = await page(0)
    // The site says whether there are more pages; they are requested by offset.
    const all = await withMorePages(io, first, first.hasNext ? pages : 1, page)
    const posts = all.flatMap((part) => postsOf(part, kw))
    return posts.sort((one, other) => (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0))
  },
} satisfies Engine<z.output<typeof options>>

/** A page of discussions, with the texts of posts by id. */
async function askPage(kw: string, number: number, io: Io, site: string) {
  const query = new URLSearchParams({
    'filter[q]': kw,
    include: 'mostRelevantPost,firstPost,tags',
    'page[offset]': `${number * pageSize}`,
    'page[limit]': `${pageSize}`,
  })
  const { errors, links, data, included } = await io.json(`${site}/api/discussions?${query}`, reply, {
    headers: { ...headers, referer: `${site}/` },
  })
  const [error] = errors ?? []
  if (error) throw apiRefusal(error.code ?? '', error.status ?? undefined)
  if (!data) throw new UpstreamError('mismatch', 'the reply has neither discussions nor errors')
  const named = (type: string, value: 'contentHtml' | 'name') =>
    new Map((included ?? []).flatMap((one) => (one.type === type ? [[one.id, one.attributes?.[value] ?? '']] : [])))
  return {
    discussions: data.slice(0, pageSize),
    posts: named('posts', 'contentHtml'),
    tags: named('tags', 'name'),
    hasNext: Boolean(links?.next),
  }
}

/** The discussions about the keyword, each with its most relevant post, or with its first one if a reply has no links. */
function postsOf({ discussions, posts, tags }: Awaited<ReturnType<typeof askPage>>, kw: string): GivenPost[] {
  return discussions.flatMap(({ id, attributes: { title, createdAt }, relationships }) => {
    const { mostRelevantPost, firstPost, tags: marks } = relationships ?? {}
    const texts = [mostRelevantPost, firstPost]
      .flatMap((one) => posts.get(one?.data?.id ?? '') ?? [])
      .map((html) => richText(html))
    const found = texts.find(({ text, anchors }) => anchors.length > 0 || /https?:\/\//.test(text)) ?? texts[0]
    if (found === undefined || !titleHasKeyword(title, kw)) return []
    const names = (marks?.data ?? []).flatMap((mark) => tags.get(mark.id) ?? [])
    return [{ id, title: title.trim(), ...limitText(found), at: zonedTime(createdAt), tags: names }]
  })
}
