// The wire of errors on the hot-list paths.
import { z } from 'zod'
import { errorCode } from './error-codes.ts'
import { sourceRecord } from './hotlist.ts'
import { envelope } from './monitoring.ts'

/** The body of an error. `message` is repeated for clients that read either field. `source` is the requested list, if it is disabled or failed. */
export const errorResponse = z.strictObject({
  ...envelope,
  error: z.strictObject({ code: errorCode, message: z.string().min(1), details: z.record(z.string(), z.unknown()) }),
  source: sourceRecord.optional(),
  statusCode: z.int().min(400).max(599),
  message: z.string().min(1),
})
export type ErrorResponse = z.infer<typeof errorResponse>
