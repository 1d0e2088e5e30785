// Tests that every error on a path of the hot lists has the contract's envelope, and no error on another path has it.
import { describe, expect, test } from 'vitest'
import { type ErrorResponse, errorResponse } from '../../src/contract/hotlist-error.ts'
import { createAllowList } from '../../src/http/access/ip-allow-list.ts'
import { noRecordStore } from '../../src/store/records/records.ts'
import { exchange, listen, testApp, testTime } from './app-parts.ts'

const list = '/api/v1/security/ip-whitelist'

function reported(body: string): ErrorResponse {
  return errorResponse.parse(JSON.parse(body))
}

describe('on the paths of the hot lists', () => {
  test.each([
    ['an unknown path', 'GET', '/api/v1/nowhere', 404, 'NOT_FOUND', 'path: there is no /api/v1/nowhere'],
    ['the root of them', 'GET', '/api/v1', 404, 'NOT_FOUND', 'path: there is no /api/v1'],
    ['the root with a slash', 'GET', '/api/v1/', 404, 'NOT_FOUND', 'path: there is no /api/v1'],
    ['a deep path', 'POST', '/api/v1/a/b/c/d?e=f', 404, 'NOT_FOUND', 'path: there is no /api/v1/a/b/c/d'],
    ['a wrong method', 'PUT', list, 405, 'METHOD_NOT_ALLOWED', 'allowed are GET, HEAD, POST, DELETE, OPTIONS'],
    ['a bad parameter', 'GET', `${list}?ip=nobody`, 400, 'VALIDATION_ERROR', 'ip: must be an IPv4 or IPv6 address'],
    ['broken percent-encoding', 'GET', '/api/v1/%zz', 400, 'VALIDATION_ERROR', 'path: is not valid percent-encoding'],
    ['such a parameter', 'GET', `${list}?ip=%zz`, 400, 'VALIDATION_ERROR', 'ip: is not valid percent-encoded UTF-8'],
    ['what is not there to be removed', 'DELETE', `${list}?ip=::1`, 404, 'NOT_FOUND', 'allow list: ::1 is not on it'],
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

  test('a bad parameter is named for programs too, and nothing else is', async () => {
    const details = async (url: string) => reported((await testApp().app.inject(url)).body).error.details
    expect(await details(`${list}?ip=nobody`)).toEqual({ parameter: 'ip' })
    expect(await details('/api/v1/nowhere')).toEqual({})
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

describe('elsewhere errors stay as they are', () => {
  test.each([
    ['/api/search', 400],
    ['/nowhere', 404],
    ['/api/v2/sources', 404],
    ['/api/v10', 404],
    ['/%zz', 400],
    ['/', 405],
  ])('%s', async (url, status) => {
    const response = await testApp().app.inject({ method: status === 405 ? 'DELETE' : 'GET', url })
    expect(response.json()).toEqual({ code: status, message: expect.any(String) })
  })

  test('so does what cannot be read as a request: of such a one the path is not known', async () => {
    const { app } = testApp()
    const answer = await exchange(await listen(app), 'GET /api/v1/速度 HTTP/1.1\r\nHost: x\r\n\r\n')
    await app.close()
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      code: 400,
      message: expect.stringContaining('must be percent-encoded'),
    })
  })
})
