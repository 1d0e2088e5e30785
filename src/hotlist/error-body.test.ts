// Error bodies on the paths of the hot-list API.
import { expect, test } from 'vitest'
import { errorResponse } from '../contract/hotlist-error.ts'
import { badRequest, RequestError } from '../http/errors.ts'
import { hotListErrorBody, isHotListPath } from './error-body.ts'

test.each([
  [
    true,
    ['/api/v1', '/api/v1/', '/api/v1/sources', '/api/v1/no/such', '/api/hot-list', '/api/hot-list/', '/api/latest'],
  ],
  [false, ['/api/v10', '/api/v2/sources', '/api/hot-lists', '/api/hot-list/x', '/api/search', '/', '']],
])('a path belongs to the hot lists: %s for %j', (belongs, paths) => {
  expect(paths.filter((path) => isHotListPath(path) !== belongs)).toEqual([])
})

test('an error is answered with its own code and details', () => {
  const details = { id: 'nowhere' }
  const text = hotListErrorBody(new RequestError(404, 'id: unknown', { code: 'SOURCE_NOT_FOUND', details }), 1_700_000)
  expect(errorResponse.parse(JSON.parse(text))).toEqual({
    apiVersion: '1.0',
    timestamp: 1_700_000,
    error: { code: 'SOURCE_NOT_FOUND', message: 'id: unknown', details },
    statusCode: 404,
    message: 'id: unknown',
  })
})

test('without a word of its own it gets that of its status, and details are an object in any case', () => {
  const reported = (error: RequestError) => errorResponse.parse(JSON.parse(hotListErrorBody(error, 1))).error
  expect(reported(new RequestError(403, 'no'))).toEqual({ code: 'FORBIDDEN', message: 'no', details: {} })
  expect(reported(badRequest('limit', 'must be less'))).toEqual({
    code: 'VALIDATION_ERROR',
    message: 'limit: must be less',
    details: { parameter: 'limit' },
  })
})
