// Tests rules for the paths of the hot lists: shape, HEAD, and the envelope of errors.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAllowList } from '../../src/http/access/ip-allow-list.ts'
import { noRecordStore } from '../../src/store/records/records.ts'
import { startHotTrawl } from '../kit/hot-trawl.ts'
import { testApp, testTime } from './app-parts.ts'
import { addressOf, allPaths, errorOf, listPaths, reportPaths } from './hotlist-paths.ts'

const json = 'application/json; charset=utf-8'
const head = z.object({ apiVersion: z.string(), timestamp: z.number() })

describe.each([...listPaths, ...reportPaths].map((one) => [one.path, one] as const))('%s', (path, hotPath) => {
  test('answers JSON as the contract says, with its version and the time unless it is an older path', async () => {
    const { ask, time } = await startHotTrawl()
    const started = time.epochMs()
    const isOlder = path === '/api/hot-list'
    const queries = path.includes('logs') ? ['', 'stats=1'] : ['', 'metrics=1&detailed=1', 'limit=1&force=1&refresh=1']
    for (const query of queries) {
      const response = await ask(addressOf(hotPath, query))
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, json])
      hotPath.answer.parse(response.json())
      const reported = head.safeParse(response.json()).data
      expect(reported?.apiVersion).toBe(isOlder ? undefined : '1.0')
      // The time when the answer was built, which may be before the second request.
      if (reported) expect([started, time.epochMs()]).toContain(reported.timestamp)
      time.advance(1_000)
    }
  })
})

describe.each(allPaths.map((one) => [one.path, one] as const))('%s', (path, hotPath) => {
  test('answers HEAD with the headers of GET and no body', async () => {
    const { ask, standin } = await startHotTrawl()
    const url = addressOf(hotPath)
    const asked = path.includes('stream') ? 0 : undefined
    const first = await ask({ method: 'HEAD', url })
    expect([first.statusCode, first.body]).toEqual([200, ''])
    expect(standin.asked().length).toBe(asked ?? standin.asked().length)
    await ask(url)
    const [got, headed] = [await ask(url), await ask({ method: 'HEAD', url })]
    // Framing is not a header of the answer; metrics and log lines grow with each request, and their length too.
    const { 'transfer-encoding': _framed, 'content-length': length, ...more } = got.headers
    const { 'content-length': headLength, ...same } = headed.headers
    const passing = { date: '', 'server-timing': '' }
    expect([headed.statusCode, headed.body, { ...same, ...passing }]).toEqual([200, '', { ...more, ...passing }])
    if (listPaths.some((one) => one.path === path)) expect(headLength).toBe(length)
  })
})

const list = '/api/v1/security/ip-whitelist'

describe('an error on the paths of the hot lists', () => {
  test.each([
    ['an unknown path', 'GET', '/api/v1/nowhere', 404, 'NOT_FOUND', 'path: there is no /api/v1/nowhere'],
    ['a wrong method', 'PUT', list, 405, 'METHOD_NOT_ALLOWED', 'allowed are GET, HEAD, POST, DELETE, OPTIONS'],
    ['a bad parameter', 'GET', `${list}?ip=nobody`, 400, 'VALIDATION_ERROR', 'ip: must be an IPv4 or IPv6 address'],
    ['broken percent-encoding', 'GET', '/api/v1/%zz', 400, 'VALIDATION_ERROR', 'path: is not valid percent-encoding'],
    ['such a parameter', 'GET', `${list}?ip=%zz`, 400, 'VALIDATION_ERROR', 'ip: is not valid percent-encoded UTF-8'],
  ] as const)('%s', async (_name, method, url, status, code, message) => {
    const response = await testApp().app.inject({ method, url })
    const body = errorOf(response)
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
    expect(errorOf(response)).toMatchObject({ statusCode: 500, error: { code: 'INTERNAL_ERROR', details: {} } })
    expect(response.body).not.toContain('secret')
    expect(response.body).toContain('made-here')
  })
})
