// Tests of turning errors into responses.
import { expect, test } from 'vitest'
import { testApp } from '../../test/contract/app-parts.ts'
import { RequestError } from './errors.ts'

function failing(error: unknown) {
  return testApp({
    search: { answer: () => Promise.reject(error) },
  })
}

test('a request error is answered with its status, message and headers', async () => {
  const { app } = failing(new RequestError(429, 'too many requests', { headers: { 'retry-after': '7' } }))
  const response = await app.inject('/api/search?kw=a')
  expect(response.statusCode).toBe(429)
  expect(response.headers['retry-after']).toBe('7')
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(response.json()).toEqual({ code: 429, message: 'too many requests' })
})

test.each([
  ['an error', new Error('secret at /home/x')],
  ['an error that carries a status of its own', Object.assign(new Error('secret'), { statusCode: 404, code: 'X' })],
  ['a text', 'secret'],
  ['an object', { secret: 1 }],
])('%s nobody planned is a 500 that tells nothing but the request id', async (_name, error) => {
  const { app, lines } = failing(error)
  const response = await app.inject('/api/search?kw=a')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({
    code: 500,
    message: 'internal error; see the log under request id made-here',
  })
  expect(lines.filter((line) => line.level === 50)).toMatchObject([{ requestId: 'made-here', msg: 'a request failed' }])
})

test('the log of such an error has its stack', async () => {
  const { app, lines } = failing(new Error('a bug'))
  await app.inject('/api/search?kw=a')
  expect(lines.find((line) => line.level === 50)?.err).toMatchObject({
    message: 'a bug',
    stack: expect.stringContaining('errors.test.ts'),
  })
})

test('an error thrown as undefined is a 500 too', async () => {
  const response = await failing(undefined).app.inject('/api/search?kw=a')
  expect(response.statusCode).toBe(500)
})

test.each([
  ['/%zz', 400, 'path: is not valid percent-encoding'],
  ['/%C4%E3', 400, 'path: is not valid percent-encoding'],
])('the framework’s own refusal of %s has the contract’s body and headers', async (url, status, message) => {
  const { app, lines } = testApp()
  const response = await app.inject({ url, headers: { 'x-request-id': 'abc' } })
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ code: status, message })
  expect(response.headers['access-control-allow-origin']).toBe('*')
  expect(response.headers['x-request-id']).toBe('abc')
  expect(lines).toMatchObject([{ status, requestId: 'abc' }])
})

test('a body over 64 KB is a 413 that names it, one of 64 KB is not', async () => {
  const { app } = testApp()
  const body = (bytes: number) => JSON.stringify({ kw: 'a', padding: 'x'.repeat(bytes - 23) })
  const post = (payload: string) => app.inject({ method: 'POST', url: '/api/search', payload })
  expect(body(64 * 1024)).toHaveLength(64 * 1024)
  expect((await post(body(64 * 1024))).statusCode).toBe(200)
  const refused = await post(body(64 * 1024 + 1))
  expect(refused.json()).toEqual({ code: 413, message: 'body: must be at most 65536 bytes' })
  expect(refused.statusCode).toBe(413)
})
