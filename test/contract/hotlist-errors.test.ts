// Tests that errors on the paths of the hot lists have the contract's envelope.
import { describe, expect, test } from 'vitest'
import { type ErrorResponse, errorResponse } from '../../src/contract/hotlist-error.ts'
import { createAllowList } from '../../src/http/access/ip-allow-list.ts'
import { noRecordStore } from '../../src/store/records/records.ts'
import { testApp, testTime } from './app-parts.ts'

const list = '/api/v1/security/ip-whitelist'

function reported(body: string): ErrorResponse {
  return errorResponse.parse(JSON.parse(body))
}

describe('on the paths of the hot lists', () => {
  test.each([
    ['an unknown path', 'GET', '/api/v1/nowhere', 404, 'NOT_FOUND', 'path: there is no /api/v1/nowhere'],
    ['a wrong method', 'PUT', list, 405, 'METHOD_NOT_ALLOWED', 'allowed are GET, HEAD, POST, DELETE, OPTIONS'],
    ['a bad parameter', 'GET', `${list}?ip=nobody`, 400, 'VALIDATION_ERROR', 'ip: must be an IPv4 or IPv6 address'],
    ['broken percent-encoding', 'GET', '/api/v1/%zz', 400, 'VALIDATION_ERROR', 'path: is not valid percent-encoding'],
    ['such a parameter', 'GET', `${list}?ip=%zz`, 400, 'VALIDATION_ERROR', 'ip: is not valid percent-encoded UTF-8'],
  ] as const)('%s', async (_name, method, url, status, code, message) => {
    const response = await testApp().app.inject({ method, url })
    const body = reported(response.body)
    expect(response.statusCode).toBe(status)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(body).toMatchObject({ apiVersion: '1.0', timestamp: testTime, statusCode: status })
    expect(body.error.code).toBe(code)
    expect(body.message).toContain(message)
    expect(body.error.message).toBe(body.message)
  })

  test('an internal error is answered without any detail', async () => {
    const blocks = () => {
      throw new Error('secret')
    }
    const allowList = { ...createAllowList(noRecordStore), blocks }
    const response = await testApp({ access: { allowList } }).app.inject(list)
    expect(reported(response.body)).toMatchObject({ statusCode: 500, error: { code: 'INTERNAL_ERROR', details: {} } })
    expect(response.body).not.toContain('secret')
    expect(response.body).toContain('made-here')
  })
})
