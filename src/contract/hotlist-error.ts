// The wire of errors on the hot-list paths.
import { z } from 'zod'
import { errorCode } from './error-codes.ts'
import { sourceRecord } from './hotlist.ts'
import { envelope } from './monitoring.ts'

/** The body of an error. `message` is repeated for clients that read either field. `source` is the requested list, if it is disabled or failed. */
export const errorResponse = z
  .strictObject({
    ...envelope,
    error: z
      .strictObject({ code: errorCode, message: z.string().min(1), details: z.record(z.string(), z.unknown()) })
      .describe('The error code and details, for programs.'),
    source: sourceRecord.optional().describe('The requested list, if it is disabled or failed.'),
    statusCode: z.int().min(400).max(599).describe('The status.'),
    message: z.string().min(1).describe('The error, and what is allowed.'),
  })
  .register(z.globalRegistry, { id: 'ErrorAnswer', description: 'An error on a hot-list path.' })
export type ErrorResponse = z.infer<typeof errorResponse>
