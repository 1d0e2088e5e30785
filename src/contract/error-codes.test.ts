// The error codes of statuses.
import { expect, test } from 'vitest'
import { codeOf, errorCode } from './error-codes.ts'

test.each([
  [400, 'VALIDATION_ERROR'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
  [413, 'VALIDATION_ERROR'],
  [414, 'VALIDATION_ERROR'],
  [429, 'RATE_LIMITED'],
  [431, 'VALIDATION_ERROR'],
  [500, 'INTERNAL_ERROR'],
  [502, 'UPSTREAM_FAILED'],
  [503, 'INTERNAL_ERROR'],
  [504, 'TIMEOUT'],
])('status %i alone is told as %s', (status, code) => {
  expect(codeOf(status)).toBe(code)
})

test('every status there can be is told in a word of the contract', () => {
  const statuses = Array.from({ length: 200 }, (_, at) => 400 + at)
  expect(statuses.filter((status) => !errorCode.safeParse(codeOf(status)).success)).toEqual([])
  expect(statuses).toHaveLength(200)
})
