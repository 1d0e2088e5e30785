// Searches Meitizy, a film site with a JSON search (upstreams/search/plugins-2026-11/meitizy.md).
import { z } from 'zod'
import { apiRefusal } from '../../parsing/api-refusal.ts'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { trimmedText } from '../../parsing/lenient-schemas.ts'
import { siteUrl, wholeNumber } from '../../parsing/source-settings.ts'
import { titleText, uniqueById } from '../../parsing/text.ts'
import { chinaTime, zonedTime } from '../../parsing/times.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { Plugin, Post } from '../plugin.ts'
import { anchorList, mayBeShare, titleHasKeyword, withMorePages } from '../plugin-parsing.ts'

const settings = z.object({ base_url: siteUrl('https://apis.451024.xyz'), pages: wholeNumber(1, 5, 2) })

const row = z.object({
  id: z.union([z.int(), z.string()]),
  title: trimmedText,
  content: trimmedText,
  link: trimmedText,
  link_type: trimmedText,
  tags: trimmedText,
  created_at: trimmedText,
  updated_at: trimmedText,
})
const reply = z.object({ error: trimmedText, data: z.array(row).optional(), total: z.number().nullish() })

/** Other sizes are refused. */
const pageSize = 10
const headers = { ...dataHeaders, origin: 'https://video.451024.xyz', referer: 'https://video.451024.xyz/' }

export default {
  home: 'https://video.451024.xyz/',
  value: 'some',
  evidence: '2026-09-07 a port on a large cloud; 2026-09-01 probed',
  limits: { parallel: 2, attempts: 2, attemptMs: 12_000, askMs: 25_000 },
  settings,
  async ask({ kw }, io, { base_url, pages }) {
    const page = (number: number) => askPage(kw, number, io, base_url)
    const first = await page(1)
    const count = Math.min(pages, Math.ceil(first.total / pageSize))
    const found = await withMorePages(io, first, count, (index) => page(index + 1))
    const posts = uniqueById(found.flatMap(({ rows }) => rows.flatMap(postOf)))
    return posts.filter(({ title = '' }) => titleHasKeyword(title, kw))
  },
} satisfies Plugin<z.output<typeof settings>>

async function askPage(kw: string, page: number, io: Io, base_url: string) {
  const body = { title: kw, page, size: pageSize }
  const { error, data, total } = await io.json(`${base_url}/api/media/search`, reply, { method: 'POST', headers, body })
  if (error !== '') throw apiRefusal(error)
  if (!data) throw new UpstreamError('mismatch', 'an answer without data')
  return { rows: data.slice(0, pageSize), total: total ?? 0 }
}

/** The post of a row; none if its address is missing or broken. */
function postOf({ id, title, content, link, link_type, tags, created_at, updated_at }: z.output<typeof row>): Post[] {
  if (!mayBeShare(link)) return []
  const [at] = [created_at, updated_at].flatMap((time) => zonedTime(time) ?? chinaTime(time) ?? [])
  return [
    {
      id: String(id),
      title: titleText(title),
      text: content,
      anchors: anchorList([{ href: link, cloud: link_type }]),
      at,
      tags: tags === '' ? [] : [tags],
      images: [],
      aside: '',
    },
  ]
}
