// Serves JSON responses of services through the response cache.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from '../logging/request-log.ts'
import type { RenderedResponse } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

/** A service's result: the body and its cache metadata. */
export interface JsonResult extends Omit<RenderedResponse, 'text' | 'tookMs'> {
  readonly body: object
}

interface CacheableRequest {
  /** Name of the timed step, for `Server-Timing`. */
  readonly label: string
  /** The parameters that determine the response; undefined if it must not come from the cache. */
  readonly key: object | undefined
}

interface CachedJsonOptions {
  readonly responseCache: Pick<ResponseCache, 'respond'>
  readonly epochMs: () => number
}

/** Creates a function that answers requests of a route from the cache, else with what `make` returns. Rejects as `make` does. */
export function createCachedJson({ responseCache, epochMs }: CachedJsonOptions) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { label, key }: CacheableRequest,
    make: (signal: AbortSignal) => Promise<JsonResult>,
  ): Promise<FastifyReply> => {
    const cacheRequest = { label, key: key && `${routeOf(request)} ${JSON.stringify(key)}` }
    return responseCache.respond(request, reply, cacheRequest, async (signal) => {
      const startedAt = epochMs()
      const { body, ...metadata } = await make(signal)
      return { text: JSON.stringify(body), ...metadata, tookMs: epochMs() - startedAt }
    })
  }
}
