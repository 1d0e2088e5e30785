// The bodies of errors: the plain one, and those that clients of the same services elsewhere know.
import { z } from 'zod'
import { authErrorResponse } from '../auth.ts'
import { errorResponse } from '../hotlist-error.ts'
import { newsNowError } from '../newsnow.ts'
import { named } from '../operation.ts'
import { mcpErrors } from './mcp.ts'

const message = 'What is wrong, and what is allowed.'

const plainError = z.strictObject({ code: z.int().min(400).max(599), message: z.string().min(1) })

/** What the description knows by name of errors. */
export const errorNames = [
  mcpErrors,
  named('PlainError', plainError, 'An error.', { code: 'The status.', message }),
  named('ErrorAnswer', errorResponse, 'An error on a path of the hot lists.', {
    error: 'What went wrong, for programs: a word, and what it is about.',
    source: 'The list that was asked for, where it is off or gives nothing.',
    statusCode: 'The status.',
    message,
  }),
  named('NewsNowError', newsNowError, 'An error on a path that NewsNow’s clients ask.', {
    error: 'What went wrong, for programs: a word, and what it is about.',
    statusCode: 'The status.',
    statusMessage: 'What HTTP calls the status.',
    message,
  }),
  named('LoginError', authErrorResponse, 'An error on a path of logging in.', {
    code: 'The status.',
    message,
    error: 'The same as `message`.',
  }),
]
