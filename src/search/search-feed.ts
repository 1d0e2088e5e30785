// The shares of a search as a feed, the newest first.
import type { SearchRequest, SearchResponse } from '../contract/search.ts'
import { RequestError } from '../http/errors.ts'
import { type Feed, feedId, newestAt } from '../http/feeds/feed.ts'

/** Readers keep what a feed no longer has. */
const maxItems = 100

/** @throws RequestError 502 when nothing was found and no source has answered: a failure is never an empty feed. */
export function searchFeed(request: SearchRequest, { data, meta }: SearchResponse, origin: string): Feed {
  const links = 'merged_by_type' in data ? Object.entries(data.merged_by_type) : []
  const { asked, answered } = meta.sources
  if (links.length === 0 && answered === 0 && asked > 0)
    throw new RequestError(502, `kw: none of the ${asked} sources has answered; GET /api/search says why`)
  const items = links
    .flatMap(([cloud, entries]) =>
      entries.map(({ url, key = url, note, password, datetime, source, images: [image] }) => ({
        id: feedId('share', key),
        title: note || url,
        url,
        summary: [cloud, ...(password === '' ? [] : [`提取码 ${password}`])].join(' · '),
        author: source,
        publishedAt: Date.parse(datetime),
        image,
      })),
    )
    .sort((one, other) => other.publishedAt - one.publishedAt)
    .slice(0, maxItems)
  const { kw, refresh: _forced, conc: _pace, res: _shape, ext, ...filters } = request
  const { details: _details, deadline_ms: _wait, ...asks } = ext
  return {
    id: feedId('search', kw, JSON.stringify({ ...filters, ext: asks })),
    title: `Trawl · ${kw}`,
    description: `Links found for ${kw}`,
    home: `${origin}/?${new URLSearchParams({ kw })}`,
    updatedAt: newestAt(items),
    items,
  }
}
