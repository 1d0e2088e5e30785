// Batch routes: several hot lists in one response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { batchRequest, hotBatchRequest, type hotListAnswers, optimizedRequest } from '../contract/hotlist.ts'
import { parseQuery } from '../http/params.ts'
import type { ReadyAnswers } from '../http/ready-answers.ts'
import { createReadyJson } from '../http/ready-json.ts'
import type { Batches } from './batches.ts'
import { headOf } from './shape.ts'

/** Dependencies of the batch routes. */
export interface BatchDoors {
  readonly batches: Batches
  readonly ready: Pick<ReadyAnswers, 'send'>
  /** Admits a forced refresh. @throws RequestError 429 when the client's rate limit is exceeded, 503 when the service is overloaded. */
  readonly forced?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined
  /** Epoch milliseconds. */
  readonly epochMs: () => number
}

type Answer<Name extends keyof typeof hotListAnswers> = z.output<(typeof hotListAnswers)[Name]>

/** Name of the step in `server-timing`. */
const what = 'lists'

/** Registers the three batch routes. */
export function batchRoutes(app: FastifyInstance, doors: BatchDoors): void {
  const { batches, forced, epochMs } = doors
  const send = createReadyJson(doors)
  app.get('/api/v1/batch', (request, reply) => {
    const wanted = parseQuery(request, batchRequest)
    if (wanted.force) forced?.(request, reply)
    return send(request, reply, { what, key: wanted.force ? undefined : wanted }, async (signal) => {
      const { body: came, ...standing } = await batches.batch(wanted, signal)
      const body: Answer<'batch'> = { ...headOf(epochMs()), ...came }
      return { body, ...standing }
    })
  })
  app.get('/api/v1/sources/hot/batch', (request, reply) => {
    const wanted = parseQuery(request, hotBatchRequest)
    return send(request, reply, { what, key: wanted }, async (signal) => {
      const { body: came, ...standing } = await batches.hot(wanted, signal)
      const body: Answer<'hotBatch'> = { ...headOf(epochMs()), ...came }
      return { body, ...standing }
    })
  })
  app.get('/api/v1/optimized/batch', (request, reply) => {
    const wanted = parseQuery(request, optimizedRequest)
    return send(request, reply, { what, key: wanted }, async (signal) => {
      const { body: came, ...standing } = await batches.optimized(wanted, signal)
      const body: Answer<'optimized'> = { ...headOf(epochMs()), ...came }
      return { body, ...standing }
    })
  })
}
