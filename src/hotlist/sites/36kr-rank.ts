// The rankings of 36Kr as its phone pages ask for them (upstreams/hot/36kr.md, b-36kr.md).
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

/** What a ranking shows of an article. */
export type Shown = z.output<typeof shown>

/** A ranking: its name in the address, and that of its list in the reply. */
export interface Ranking {
  readonly path: string
  readonly list: string
}

/** What the pages of the site say of themselves. */
const asker = { param: { siteId: 1, platformId: 2 } }

/** The articles of a ranking, in its order; `more` is what the request says besides the site. @throws UpstreamError as `enveloped` does. */
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
