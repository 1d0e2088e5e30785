// Searches Jikepan, an aggregator with a JSON API (upstreams/search/jikepan.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { siteUrl } from '../../parsing/source-settings.ts'
import { hashOf } from '../../parsing/text.ts'
import type { GivenPost, Plugin } from '../plugin.ts'
import { anchorList } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://api.jikepan.xyz') })

const link = z.object({ service: z.string().nullish(), link: z.string().nullable(), pwd: z.string().nullish() })
const item = z.object({ name: z.string(), links: z.array(link).nullable() })
const reply = z.object({ msg: z.string(), list: z.array(item).nullish() })

// Limits of one reply, far above real ones.
const maxItems = 1_000
const maxLinks = 100

const headers = { ...dataHeaders, referer: 'https://jikepan.xyz/' }

export default {
  state: 'gone',
  home: 'https://jikepan.xyz/',
  reads: ['is_all'],
  // `is_all` takes the site about 10 s, while an attempt has 4 s: it usually times out.
  limits: { parallel: 2, attempts: 2 },
  settings,
  async ask({ kw, ext }, io, { base_url }) {
    const body = { name: kw, is_all: ext.is_all === true }
    const { msg, list } = await io.json(`${base_url}/search`, reply, { method: 'POST', headers, body })
    if (msg !== 'success') throw apiRefusal(msg)
    const posts = new Map<string, GivenPost>()
    for (const post of (list ?? []).slice(0, maxItems).flatMap((one) => postOf(one) ?? [])) {
      const earlier = posts.get(post.id)
      if (!earlier || earlier.anchors.length < post.anchors.length) posts.set(post.id, post)
    }
    return [...posts.values()]
  },
} satisfies Plugin<z.output<typeof settings>>

/** The post of an item; none if it has no link. */
function postOf({ name, links }: z.output<typeof item>): GivenPost | undefined {
  const shares = (links ?? []).slice(0, maxLinks).flatMap(({ service, link, pwd }) => {
    const href = link?.trim() ?? ''
    if (href === '' || service?.toLowerCase() === 'unknown') return []
    return [{ href, cloud: service ?? '', code: pwd || undefined }]
  })
  const [first] = shares
  if (!first) return undefined
  const id = hashOf(first.href)
  return { id, title: name.trim(), text: '', anchors: anchorList(shares) }
}
