// Serves JSON responses of services through the response cache.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from '../logging/request-log.ts'
import type { RenderedResponse } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

/** A service's result: the body and its cache metadata. */
export interface JsonResult extends Omit<RenderedResponse, 'text' | 'tookMs'> {
  readonly body: object
}

/**
 * Creates a function that answers requests of a route from the cache, else with what `make` returns. Rejects as `make` does. `label` names the
 * timed step in `Server-Timing`; `key` are the parameters that determine the response, undefined if it must not come from the cache.
 */
export function createCachedJson(options: { responseCache: Pick<ResponseCache, 'respond'>; epochMs: () => number }) {
  const { responseCache, epochMs } = options
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { label, key }: { readonly label: string; readonly key: object | undefined },
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
