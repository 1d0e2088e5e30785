// The wire of the operations about the service itself: index, OpenAPI document and probes.
import { z } from 'zod'

export const indexAnswer = z.strictObject({
  name: z.literal('trawl'),
  version: z.string(),
  endpoints: z.record(z.string(), z.string()),
})
export const aliveAnswer = z.strictObject({ status: z.literal('ok') })
export const readyAnswer = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  troubles: z.array(z.string()).optional(),
  notices: z.array(z.string()).optional(),
})
export const descriptionAnswer = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({}),
  paths: z.looseObject({}),
})
