// Batch routes: several hot lists in one response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { busy, wrongLimit } from '../contract/example-errors.ts'
import { batchRequest, hotBatchRequest, hotListAnswers, optimizedRequest } from '../contract/hotlist.ts'
import { notModified, type Operations, routePath } from '../contract/operation.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { envelope } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import type { Batches } from './batches.ts'
import type { ListRouteOptions } from './single-list.ts'

export const batchOperations = {
  lists: {
    method: 'get',
    path: '/api/v1/batch',
    tag: 'lists',
    summary: 'Several lists',
    description: 'In request order. A list that fails has an `error` and does not affect the others.',
    access: 'callers',
    query: batchRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.batch }, notModified],
    errors: {
      400: [
        {
          message: 'sources: is missing: must be a comma-separated list of source ids; GET /api/v1/sources lists them',
          details: { parameter: 'sources' },
        },
        wrongLimit,
      ],
      503: [busy],
    },
  },
  listsById: {
    method: 'get',
    path: '/api/v1/sources/hot/batch',
    tag: 'lists',
    summary: 'Several lists, by their ids',
    access: 'callers',
    query: hotBatchRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.hotBatch }, notModified],
    errors: {
      400: [
        wrongLimit,
        { message: 'timeout: must be an integer from 1000 to 60000', details: { parameter: 'timeout' } },
      ],
    },
  },
  listsByPriority: {
    method: 'get',
    path: '/api/v1/optimized/batch',
    tag: 'lists',
    summary: 'Several lists, by priority',
    description:
      'Waiting requests of a higher priority are served first; within one request, lists of newest items before lists of hottest items.',
    access: 'callers',
    query: optimizedRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.optimized }, notModified],
    errors: {
      400: [
        { message: 'priority: must be one of high, medium, low', details: { parameter: 'priority' } },
        { message: 'timeout: must be an integer from 1000 to 60000', details: { parameter: 'timeout' } },
      ],
    },
  },
} satisfies Operations

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
  app.get(routePath(batchOperations.lists), (request, reply) => {
    const query = parseQuery(request, batchRequest)
    if (query.force) options.forced?.(request, reply)
    return sendBatch(request, reply, query.force ? undefined : query, (...caller) => batches.batch(query, ...caller))
  })
  app.get(routePath(batchOperations.listsById), (request, reply) => {
    const query = parseQuery(request, hotBatchRequest)
    return sendBatch(request, reply, query, (...caller) => batches.hot(query, ...caller))
  })
  app.get(routePath(batchOperations.listsByPriority), (request, reply) => {
    const query = parseQuery(request, optimizedRequest)
    return sendBatch(request, reply, query, (...caller) => batches.optimized(query, ...caller))
  })
}
