// The feed of a search.
import type { FastifyInstance } from 'fastify'
import { searchFeedParameters } from '../contract/feeds.ts'
import { searchRequest } from '../contract/search.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { createFeedSender } from '../http/feeds/send-feed.ts'
import { readQuery, validate } from '../http/params.ts'
import type { ResponseCache } from '../http/response-cache/response-cache.ts'
import type { Search } from './search.ts'
import { searchFeed } from './search-feed.ts'

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
  guard: Pick<RequestGuard, 'charge' | 'chargeExtra' | 'rateLimitKey'>,
): void {
  const sendFeed = createFeedSender(options)
  app.get('/feeds/search.:format', (request, reply) => {
    const asked = validate(searchRequest, readQuery(request.url, searchFeedParameters))
    const query = { ...asked, ext: { ...asked.ext, details: true as const } }
    guard.chargeExtra(request, reply, { route, isFirstUnit: true })
    guard.charge(request, reply, { route, more: search.requestCount(query) - 1 })
    return sendFeed(request, reply, async (origin, signal) => {
      const { body, cache, ageMs } = await search.answer(query, signal, guard.rateLimitKey(request))
      return { feed: searchFeed(query, body, origin), freshness: { cache, ageMs } }
    })
  })
}
