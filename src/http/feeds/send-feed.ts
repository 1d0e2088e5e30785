// Answers requests for feeds, with the address that the client used and with ETag and Last-Modified.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../errors.ts'
import { targetPath } from '../request-target.ts'
import type { RenderedResponse } from '../response-cache/cached-response.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { type Feed, type FeedFormat, feedTypes } from './feed.ts'

interface FeedSenderOptions {
  readonly responseCache: Pick<ResponseCache, 'respond'>
  readonly epochMs: () => number
}

/** How fresh the answers are that a feed was made of. */
export type FeedFreshness = Partial<Pick<RenderedResponse, 'cache' | 'ageMs' | 'modifiedAt'>>

type MakeFeed = (
  base: string,
  signal: AbortSignal,
) => Promise<{ readonly feed: Feed; readonly freshness?: FeedFreshness }>

/**
 * Creates the function that answers a request for a feed with what `make` returns, in the format that the path ends in. Rejects as `make` does.
 * A token in the address opens the feed, so neither the feed nor a shared cache may pass it on.
 * Rendered feeds are not cached, because they contain the address that the client used; what they are made of is.
 */
export function createFeedSender({ responseCache, epochMs }: FeedSenderOptions) {
  return (request: FastifyRequest, reply: FastifyReply, make: MakeFeed): Promise<FastifyReply> => {
    const format = formatOf(request.url)
    const base = addressForClient(request)
    const self = new URL(request.url, base)
    self.pathname = `${request.server.urlPrefix ?? ''}${self.pathname}`
    const isPrivate = self.searchParams.has('token')
    self.searchParams.delete('token')
    return responseCache.respond(request, reply, { label: 'feed', key: undefined }, async (signal) => {
      const startedAt = epochMs()
      const { feed, freshness } = await make(base, signal)
      // Loaded on first use: most installations serve no feeds.
      const { renderFeed } = await import('./render-feed.ts')
      const text = renderFeed(feed, format, isPrivate ? self.href : `${base}${request.url}`)
      const tookMs = epochMs() - startedAt
      return { cache: 'hit', ageMs: 0, ...freshness, text, type: feedTypes[format], isPrivate, tookMs }
    })
  }
}

/** The format that a feed's path ends in. @throws RequestError 404 for any other. */
function formatOf(url: string): FeedFormat {
  const path = targetPath(url)
  const ending = path.slice(path.lastIndexOf('.') + 1)
  if (ending === 'rss' || ending === 'atom' || ending === 'json') return ending
  throw new RequestError(404, 'path: a feed ends in .rss, .atom or .json')
}

/**
 * The address by which the client knows this service, `https://trawl.example`, with the path of BASE_PATH. A proxy in front says with `X-Forwarded-Proto` that it speaks
 * https; whoever forges the header changes only the addresses in the own answer.
 */
export function addressForClient({ headers, server }: Pick<FastifyRequest, 'headers' | 'server'>): string {
  const scheme = /^\s*https\b/i.test(String(headers['x-forwarded-proto'] ?? '')) ? 'https' : 'http'
  const host = headers.host ?? ''
  return `${scheme}://${/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host) ? host : 'localhost'}${server.urlPrefix ?? ''}`
}
