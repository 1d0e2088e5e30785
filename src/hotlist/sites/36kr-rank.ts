// 36Kr's rankings, from the API of its mobile pages (upstreams/hot/36kr.md, b-36kr.md).
import { z } from 'zod'
import { maybeNumber, maybeText, nonEmptyText } from '../../parsing/lenient-schemas.ts'
import type { Io } from '../../upstream/source.ts'
import { jsonRows } from './json-list.ts'

const rankedArticle = z.object({
  widgetTitle: z.string(),
  widgetImage: maybeText,
  authorName: maybeText,
  publishTime: maybeNumber,
  statRead: maybeNumber,
  statCollect: maybeNumber,
  statComment: maybeNumber,
  statFormat: maybeText,
})
const article = z.object({ itemId: nonEmptyText(), publishTime: maybeNumber, templateMaterial: rankedArticle })

type Article = z.output<typeof article>

export type RankedArticle = z.output<typeof rankedArticle>

/** A ranking: its name in the URL, and the name of its list in the reply. */
export interface Ranking {
  readonly path: string
  readonly list: string
}

/** Request fields that the site's pages send. */
const asker = { param: { siteId: 1, platformId: 2 } }

/** Fetches the articles of a ranking; `more` adds request fields. @throws UpstreamError as `enveloped` does. */
export function fetchRanking(
  io: Io,
  { path, list }: Ranking,
  more: Readonly<Record<string, unknown>>,
): Promise<Article[]> {
  const reply = { ok: ['code', 0, 'msg'], rows: `data.${list}`, row: article } as const
  const address = `https://gateway.36kr.com/api/mis/nav/home/nav/rank/${path}`
  return jsonRows(io, address, { ...reply, method: 'POST', body: { ...asker, ...more } })
}
