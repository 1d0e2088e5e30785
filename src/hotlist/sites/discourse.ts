// Discourse forums: topics of a JSON list, and those preloaded in a page (upstreams/hot/linuxdo.md, corrections-2026-11.md).
import { z } from 'zod'
import { pageHeaders } from '../../parsing/browser-headers.ts'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import type { Init, Io } from '../../upstream/source.ts'
import { checkShape, parseEmbeddedJson } from './embedded-json.ts'
import { jsonRows, rowsSchema } from './json-list.ts'

const flag = z.boolean().nullish()
const row = z.object({
  id: nonEmptyText(),
  title: z.string(),
  slug: maybeText,
  created_at: maybeText,
  last_posted_at: maybeText,
  views: maybeNumber,
  excerpt: maybeText,
  image_url: maybeText,
  ...{ visible: flag, archived: flag, pinned: flag, pinned_globally: flag },
})
const reply = { rows: 'topic_list.topics', row } as const

export type Topic = z.output<typeof row>

/** Requests topics without hidden, archived and pinned ones. @throws UpstreamError as `jsonRows`. */
export async function discourseTopics(io: Io, address: string, init: Init = {}): Promise<Topic[]> {
  return (await jsonRows(io, address, { ...reply, ...init })).filter(isShown)
}

/** The same from a page, which has the list as JSON within JSON. @throws UpstreamError `mismatch` if the page has none. */
export async function preloadedTopics(io: Io, address: string, referer: string): Promise<Topic[]> {
  const page = await io.html(address, { headers: { ...pageHeaders, referer } })
  const data = page('#data-preloaded').attr('data-preloaded') ?? ''
  const { topic_list: list } = checkShape(parseEmbeddedJson(data, 0), z.object({ topic_list: z.string() }))
  return checkShape(parseEmbeddedJson(list, 0), rowsSchema(reply)).filter(isShown)
}

function isShown({ visible, archived, pinned, pinned_globally }: Topic): boolean {
  return visible !== false && archived !== true && pinned !== true && pinned_globally !== true
}
