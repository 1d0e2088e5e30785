// Batch routes: several hot lists in one response.
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { batchRequest, hotBatchRequest, type hotListAnswers, optimizedRequest } from '../contract/hotlist.ts'
import { parseQuery } from '../http/params.ts'
import { createCachedJson } from '../http/response-cache/cached-json.ts'
import type { Batches } from './batches.ts'
import type { ListRouteOptions } from './single-list.ts'
import { envelope } from './to-contract.ts'

/** Dependencies of the batch routes. */
export interface BatchRouteOptions extends Omit<ListRouteOptions, 'lists'> {
  readonly batches: Batches
}

type Answer<Name extends keyof typeof hotListAnswers> = z.output<(typeof hotListAnswers)[Name]>

/** Name of the step in `server-timing`. */
const label = 'lists'

/** Registers the three batch routes. */
export function batchRoutes(app: FastifyInstance, options: BatchRouteOptions): void {
  const { batches, forced, epochMs } = options
  const send = createCachedJson(options)
  app.get('/api/v1/batch', (request, reply) => {
    const query = parseQuery(request, batchRequest)
    if (query.force) forced?.(request, reply)
    return send(request, reply, { label, key: query.force ? undefined : query }, async (signal) => {
      const { body: content, ...standing } = await batches.batch(query, signal)
      const body: Answer<'batch'> = { ...envelope(epochMs()), ...content }
      return { body, ...standing }
    })
  })
  app.get('/api/v1/sources/hot/batch', (request, reply) => {
    const query = parseQuery(request, hotBatchRequest)
    return send(request, reply, { label, key: query }, async (signal) => {
      const { body: content, ...standing } = await batches.hot(query, signal)
      const body: Answer<'hotBatch'> = { ...envelope(epochMs()), ...content }
      return { body, ...standing }
    })
  })
  app.get('/api/v1/optimized/batch', (request, reply) => {
    const query = parseQuery(request, optimizedRequest)
    return send(request, reply, { label, key: query }, async (signal) => {
      const { body: content, ...standing } = await batches.optimized(query, signal)
      const body: Answer<'optimized'> = { ...envelope(epochMs()), ...content }
      return { body, ...standing }
    })
  })
}
