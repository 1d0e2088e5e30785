// The error bodies: the plain one, and those for clients of other services.
import { z } from 'zod'
import { authErrorResponse } from '../auth.ts'
import { errorResponse } from '../hotlist-error.ts'
import { newsNowError } from '../newsnow.ts'
import { named } from '../operation.ts'
import { mcpErrors } from './mcp.ts'

const message = 'The error, and what is allowed.'

const plainError = z.strictObject({ code: z.int().min(400).max(599), message: z.string().min(1) })

/** The named schemas of errors. */
export const errorNames = [
  mcpErrors,
  named('PlainError', plainError, 'An error.', { code: 'The status.', message }),
  named('ErrorAnswer', errorResponse, 'An error on a hot-list path.', {
    error: 'The error code and details, for programs.',
    source: 'The requested list, if it is disabled or failed.',
    statusCode: 'The status.',
    message,
  }),
  named('NewsNowError', newsNowError, 'An error on a NewsNow-compatible path.', {
    error: 'The error code and details, for programs.',
    statusCode: 'The status.',
    statusMessage: 'The HTTP status text.',
    message,
  }),
  named('LoginError', authErrorResponse, 'An error on a login path.', {
    code: 'The status.',
    message,
    error: 'The same as `message`.',
  }),
]
