// The wire of errors on the hot-list paths.
import { z } from 'zod'
import { errorCode } from './error-codes.ts'
import { sourceRecord } from './hotlist.ts'
import { envelope } from './monitoring.ts'
import { record, text } from './schemas.ts'

/** The body of an error. `message` is repeated for clients that read either field. `source` is the requested list, if it is disabled or failed. */
export const errorResponse = record('ErrorAnswer', 'An error on a hot-list path.', {
  ...envelope,
  error: z
    .strictObject({ code: errorCode, message: z.string().min(1), details: z.record(z.string(), z.unknown()) })
    .describe('The error code and details, for programs.'),
  source: sourceRecord.optional().describe('The requested list, if it is disabled or failed.'),
  statusCode: z.int().min(400).max(599).describe('The status.'),
  message: text.describe('The error, and what is allowed.'),
})
export type ErrorResponse = z.infer<typeof errorResponse>
