// 36Kr's rankings, from the API of its mobile pages (upstreams/hot/36kr.md, b-36kr.md).
import { z } from 'zod'
import { maybeNumber, maybeText, rows, word } from '../../reading/rows.ts'
import type { Io } from '../../upstream/source.ts'
import { enveloped } from './envelope.ts'

const shown = z.object({
  widgetTitle: z.string(),
  widgetImage: maybeText,
  authorName: maybeText,
  publishTime: maybeNumber,
  statRead: maybeNumber,
  statCollect: maybeNumber,
  statComment: maybeNumber,
  statFormat: maybeText,
})
const article = z.object({ itemId: word(), publishTime: maybeNumber, templateMaterial: shown })

type Article = z.output<typeof article>

/** An article of a ranking. */
export type Shown = z.output<typeof shown>

/** A ranking: its name in the URL, and the name of its list in the reply. */
export interface Ranking {
  readonly path: string
  readonly list: string
}

/** Request fields that the site's pages send. */
const asker = { param: { siteId: 1, platformId: 2 } }

/** Fetches the articles of a ranking; `more` adds request fields. @throws UpstreamError as `enveloped` does. */
export async function ranked(
  io: Io,
  { path, list }: Ranking,
  more: Readonly<Record<string, unknown>>,
): Promise<Article[]> {
  const lists = z.looseObject({}).transform((given) => given[list])
  const holds = z.object({ data: lists.pipe(rows(article)) })
  const envelope = { code: 'code', success: 0, words: 'msg', holds }
  const address = `https://gateway.36kr.com/api/mis/nav/home/nav/rank/${path}`
  const { data } = await enveloped(io, address, envelope, { method: 'POST', body: { ...asker, ...more } })
  return data
}
