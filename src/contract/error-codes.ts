// The error codes of the contract and their HTTP statuses.
import { z } from 'zod'

export const errorCode = z.enum([
  'SOURCE_NOT_FOUND',
  'SOURCE_DISABLED',
  'SERVICE_BUSY',
  'HISTORY_UNAVAILABLE',
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

/** The default code of a status. No status implies `SOURCE_NOT_FOUND`, `SOURCE_DISABLED`, `SERVICE_BUSY` or `HISTORY_UNAVAILABLE`. */
export function codeOf(status: number): ErrorCode {
  return codes.get(status) ?? (status < 500 ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR')
}
