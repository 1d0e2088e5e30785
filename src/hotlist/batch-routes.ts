// Batch routes: several hot lists in one response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { busy, missingSources, wrongLimit, wrongParameter, wrongTimeout } from '../contract/example-errors.ts'
import { batchRequest, hotBatchRequest, hotListAnswers, optimizedRequest } from '../contract/hotlist.ts'
import { notModified, type Operations, operation, routePath } from '../contract/operation.ts'
import type { RequestGuard } from '../http/access/request-guard.ts'
import { envelope } from '../http/json.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/response-cache.ts'
import type { Batches } from './batches.ts'
import type { ListRouteOptions } from './single-list.ts'

export const batchOperations = {
  lists: operation('lists', '/api/v1/batch', 'Several lists', {
    description: 'In request order. A list that fails has an `error` and does not affect the others.',
    query: batchRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.batch }, notModified],
    errors: {
      400: [missingSources, wrongLimit],
      503: [busy],
    },
  }),
  listsById: operation('lists', '/api/v1/sources/hot/batch', 'Several lists, by their ids', {
    query: hotBatchRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.hotBatch }, notModified],
    errors: { 400: [wrongLimit, wrongTimeout] },
  }),
  listsByPriority: operation('lists', '/api/v1/optimized/batch', 'Several lists, by priority', {
    description:
      'Waiting requests of a higher priority are served first; within one request, lists of newest items before lists of hottest items.',
    query: optimizedRequest,
    answers: [{ status: 200, meaning: 'The lists.', schema: hotListAnswers.optimized }, notModified],
    errors: {
      400: [wrongParameter('priority: must be one of high, medium, low'), wrongTimeout],
    },
  }),
} satisfies Operations

export interface BatchRouteOptions extends Omit<ListRouteOptions, 'lists'> {
  readonly batches: Batches
}

type Collect = (signal: AbortSignal, client: string | undefined) => ReturnType<Batches[keyof Batches]>

export function batchRoutes(
  app: FastifyInstance,
  { batches, ...options }: BatchRouteOptions,
  { rateLimitKey }: Pick<RequestGuard, 'rateLimitKey'>,
): void {
  const send = createCachedJson(options)
  const sendBatch = (request: FastifyRequest, reply: FastifyReply, key: object | undefined, collect: Collect) =>
    send(request, reply, { label: 'lists', key }, async (signal) => {
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
