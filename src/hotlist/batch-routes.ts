// Batch routes: several hot lists in one response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { batchRequest, hotBatchRequest, optimizedRequest } from '../contract/hotlist.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import type { Batches } from './batches.ts'
import type { ListRouteOptions } from './single-list.ts'
import { envelope } from './to-contract.ts'

export interface BatchRouteOptions extends Omit<ListRouteOptions, 'lists'> {
  readonly batches: Batches
}

/** Makes the body without its envelope, for a client. */
type Collect = (signal: AbortSignal, client: string | undefined) => ReturnType<Batches[keyof Batches]>

/** Name of the step in `server-timing`. */
const label = 'lists'

/** Registers the batch routes; `rateLimitKey` identifies the client of a request. */
export function batchRoutes(
  app: FastifyInstance,
  { batches, ...options }: BatchRouteOptions,
  { rateLimitKey }: Pick<RequestGuard, 'rateLimitKey'>,
): void {
  const send = createCachedJson(options)
  const sendBatch = (request: FastifyRequest, reply: FastifyReply, key: object | undefined, collect: Collect) =>
    send(request, reply, { label, key }, async (signal) => {
      const { body, ...standing } = await collect(signal, rateLimitKey(request))
      return { body: { ...envelope(options.epochMs()), ...body }, ...standing }
    })
  app.get('/api/v1/batch', (request, reply) => {
    const query = parseQuery(request, batchRequest)
    if (query.force) options.forced?.(request, reply)
    return sendBatch(request, reply, query.force ? undefined : query, (...caller) => batches.batch(query, ...caller))
  })
  app.get('/api/v1/sources/hot/batch', (request, reply) => {
    const query = parseQuery(request, hotBatchRequest)
    return sendBatch(request, reply, query, (...caller) => batches.hot(query, ...caller))
  })
  app.get('/api/v1/optimized/batch', (request, reply) => {
    const query = parseQuery(request, optimizedRequest)
    return sendBatch(request, reply, query, (...caller) => batches.optimized(query, ...caller))
  })
}
