// The feed of a search: its shares, the newest first.
import type { FastifyInstance } from 'fastify'
import { overloaded, unknownFormat } from '../contract/example-errors.ts'
import { searchFeedParameters, searchFeedRequest } from '../contract/feeds.ts'
import { feedAnswers, notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import { type SearchRequest, type SearchResponse, searchRequest } from '../contract/search.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { RequestError } from '../http/errors.ts'
import { type Feed, feedId, newestAt } from '../http/feeds/feed.ts'
import { createFeedSender } from '../http/feeds/send-feed.ts'
import { readQuery, validate } from '../http/params.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import type { Search } from './search.ts'

export const searchFeedOperations = {
  searchFeed: operation('feeds', '/feeds/search.{format}', 'The shares of a search as a feed', {
    description: 'The newest 100 shares of the search. It is answered from the caches of a search and counts as one.',
    pathWords: { format: '`rss`, `atom` or `json`.' },
    query: searchFeedRequest,
    answers: [...feedAnswers, notModified],
    errors: {
      400: [{ message: 'kw: is missing: must be one string of 1 to 200 characters', details: { parameter: 'kw' } }],
      404: [unknownFormat],
      502: [{ message: 'kw: none of the 12 sources has answered; GET /api/search says why' }],
      503: [overloaded],
    },
  }),
} satisfies Operations

interface SearchFeedOptions {
  readonly search: Pick<Search, 'answer' | 'requestCount'>
  readonly responseCache: Pick<ResponseCache, 'respond'>
  readonly epochMs: () => number
}

/** It counts as a search of its client. */
const route = '/api/search'

export function searchFeedRoutes(
  app: FastifyInstance,
  { search, ...options }: SearchFeedOptions,
  guard: Pick<RequestGuard, 'charge' | 'rateLimitKey'>,
): void {
  const sendFeed = createFeedSender(options)
  app.get(routePath(searchFeedOperations.searchFeed), (request, reply) => {
    const asked = validate(searchRequest, readQuery(request.url, searchFeedParameters))
    const query = { ...asked, ext: { ...asked.ext, details: true as const } }
    guard.charge(request, reply, { name: route })
    guard.charge(request, reply, { name: route, more: search.requestCount(query) - 1 })
    return sendFeed(request, reply, async (base, signal) => {
      const { body, cache, ageMs } = await search.answer(query, signal, guard.rateLimitKey(request))
      return { feed: searchFeed(query, body, base), freshness: { cache, ageMs } }
    })
  })
}

/** Readers keep what a feed no longer has. */
const maxItems = 100

/** @throws RequestError 502 when nothing was found and no source has answered: a failure is never an empty feed. */
function searchFeed(request: SearchRequest, { data, meta }: SearchResponse, base: string): Feed {
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
    home: `${base}/?${new URLSearchParams({ kw })}`,
    updatedAt: newestAt(items),
    items,
  }
}
