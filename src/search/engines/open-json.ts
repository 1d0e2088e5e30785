// Engine open-json: answers in the shape of this API's results (upstreams/search/plugins-2026-11/open-json.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { textList, trimmedText } from '../../parsing/lenient-schemas.ts'
import { hashOf, titleText } from '../../parsing/text.ts'
import { zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Engine } from '../engine.ts'
import type { GivenPost } from '../plugin.ts'
import { anchorList, titleHasKeyword } from '../plugin-parsing.ts'

const options = z.object({
  search: z
    .string()
    .regex(/^\/.*\{kw\}/, 'must be a path like /api/search?kw={kw}')
    .default('/api/search?kw={kw}&res=results'),
  /** The code of an answer that is no error; absent if answers have no code. */
  success: z.coerce.number('must be a number').optional(),
  filter: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
})

const item = z.object({
  message_id: trimmedText,
  unique_id: trimmedText,
  datetime: trimmedText,
  title: trimmedText,
  content: trimmedText,
  tags: textList,
  images: textList,
  links: z.array(z.object({ type: trimmedText, url: trimmedText, password: trimmedText })).nullish(),
})
type Item = z.output<typeof item>
const results = z.object({ results: z.array(item).nullish() })
const data = z.union([z.array(item), results]).nullish()
const reply = z.object({ code: z.number().nullish(), message: trimmedText, data, results: z.array(item).nullish() })

const maxItems = 500

export default {
  options,
  limits: { attemptMs: 10_000 },
  async ask({ kw }, io, { id, base_url, options }) {
    const url = base_url + options.search.replaceAll('{kw}', () => encodeURIComponent(kw))
    const { code, message, data, results } = await io.json(url, reply, {
      headers: { ...dataHeaders, referer: `${base_url}/` },
    })
    if (typeof code === 'number' && code !== (options.success ?? 0)) throw apiRefusal(message, code)
    if (data === undefined && results === undefined) throw new UpstreamError('mismatch', 'the answer has no results')
    const items = results ?? (Array.isArray(data) ? data : data?.results) ?? []
    const posts = items.slice(0, maxItems).flatMap((one) => postOf(one, id) ?? [])
    return options.filter === 'yes' ? posts.filter(({ title = '' }) => titleHasKeyword(title, kw)) : posts
  },
} satisfies Engine<z.output<typeof options>>

function postOf({ message_id, unique_id, title, content, ...rest }: Item, member: string): GivenPost | undefined {
  const links = (rest.links ?? []).filter(({ url }) => url !== '')
  const [first] = links
  if (!first) return undefined
  const own = unique_id.startsWith(`${member}-`) ? unique_id.slice(member.length + 1) : unique_id
  const at = zonedTime(rest.datetime)
  return {
    id: own || message_id || hashOf(first.url),
    title: titleText(title),
    text: content,
    anchors: anchorList(
      links.map(({ url, password, type }) => ({ href: url, code: password || undefined, cloud: type })),
    ),
    // The zero time of that interface means "unknown".
    at: at && at.getUTCFullYear() > 1 ? at : undefined,
    tags: rest.tags,
    images: rest.images,
  }
}
