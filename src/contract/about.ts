// The wire of the operations about the service itself: index, OpenAPI document and probes.
import { z } from 'zod'

/** The answer of `/`. */
export const indexAnswer = z.strictObject({
  name: z.literal('trawl'),
  version: z.string(),
  endpoints: z.record(z.string(), z.string()),
})
/** The answer of `/livez`. */
export const aliveAnswer = z.strictObject({ status: z.literal('ok') })
/** The answer of `/readyz`. */
export const readyAnswer = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  troubles: z.array(z.string()).optional(),
  notices: z.array(z.string()).optional(),
})
/** The answer of `/openapi.json`. */
export const descriptionAnswer = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({}),
  paths: z.looseObject({}),
})
