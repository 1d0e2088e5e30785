// The contract's words for what went wrong with a request, and the HTTP status each goes with.
import { z } from 'zod'

/** Every word there is. */
export const errorCode = z.enum([
  'SOURCE_NOT_FOUND',
  'SOURCE_DISABLED',
  'SERVICE_BUSY',
  'VALIDATION_ERROR',
  'UPSTREAM_FAILED',
  'TIMEOUT',
  'RATE_LIMITED',
  'FORBIDDEN',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'INTERNAL_ERROR',
])
export type ErrorCode = z.infer<typeof errorCode>

const codes: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [429, 'RATE_LIMITED'],
  [502, 'UPSTREAM_FAILED'],
  [504, 'TIMEOUT'],
])

/** The word for a status that came without one. `SOURCE_NOT_FOUND`, `SOURCE_DISABLED` and `SERVICE_BUSY` no status implies. */
export function codeOf(status: number): ErrorCode {
  return codes.get(status) ?? (status < 500 ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR')
}
