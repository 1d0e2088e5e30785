// The wire of the operations about the service itself: index, OpenAPI document and probes.
import { z } from 'zod'

export const indexAnswer = z
  .strictObject({
    name: z.literal('trawl'),
    version: z.string(),
    endpoints: z.record(z.string(), z.string()).describe('Description and parameters of each.'),
  })
  .register(z.globalRegistry, { id: 'IndexAnswer', description: 'The endpoints of the service.' })
export const aliveAnswer = z
  .strictObject({ status: z.literal('ok') })
  .register(z.globalRegistry, { id: 'AliveAnswer', description: 'The process responds.' })
export const readyAnswer = z
  .strictObject({
    status: z.enum(['ok', 'degraded']),
    troubles: z.array(z.string()).optional().describe('Current problems.'),
    notices: z.array(z.string()).optional().describe('Past problems.'),
  })
  .register(z.globalRegistry, {
    id: 'ReadyAnswer',
    description: 'The service accepts requests, perhaps with problems.',
  })
export const descriptionAnswer = z
  .looseObject({
    openapi: z.string(),
    info: z.looseObject({}),
    paths: z.looseObject({}),
  })
  .register(z.globalRegistry, { id: 'DescriptionAnswer', description: 'An OpenAPI 3.1 document.' })
