// The wire of the operations about the service itself: index, OpenAPI document and probes.
import { z } from 'zod'
import { named, record } from './schemas.ts'

export const indexAnswer = record('IndexAnswer', 'The endpoints of the service.', {
  name: z.literal('trawl'),
  version: z.string(),
  endpoints: z.record(z.string(), z.string()).describe('Description and parameters of each.'),
})
export const aliveAnswer = record('AliveAnswer', 'The process responds.', { status: z.literal('ok') })
export const readyAnswer = record('ReadyAnswer', 'The service accepts requests, perhaps with problems.', {
  status: z.enum(['ok', 'degraded']),
  troubles: z.array(z.string()).optional().describe('Current problems.'),
  notices: z.array(z.string()).optional().describe('Past problems.'),
})
export const descriptionAnswer = named(
  'DescriptionAnswer',
  'An OpenAPI 3.1 document.',
  z.looseObject({
    openapi: z.string(),
    info: z.looseObject({}),
    paths: z.looseObject({}),
  }),
)
