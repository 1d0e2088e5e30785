// Tests of requests that are not valid HTTP, against a listening server.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange, listen, testApp } from '../../../test/contract/app-parts.ts'

let app: FastifyInstance
let port: number

beforeAll(async () => {
  app = testApp().app
  port = await listen(app)
})
afterAll(() => app.close())

const head = 'Host: x\r\nConnection: close\r\n'

function get(target: string, more = ''): string {
  return `GET ${target} HTTP/1.1\r\n${head}${more}\r\n`
}

function post(more: string, body: string): string {
  return `POST /api/search HTTP/1.1\r\n${head}${more}\r\n\r\n${body}`
}

const long = 'a'.repeat(1_000_000)
const chunks = `${`8000\r\n${'a'.repeat(0x8000)}\r\n`.repeat(32)}0\r\n\r\n`
const invalid = 'request: is not valid HTTP/1.1'
const twoHosts = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nhost: trap.example\r\nConnection: close\r\n\r\n'

test.each([
  ['a greeting', 'hello\r\n\r\n', 400, invalid],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01', 400, invalid],
  ['bare Chinese in the query', get('/api/search?kw=速度'), 400, 'must be percent-encoded'],
  ['a bare blank in the query of a list', get('/api/v1/sources?family=a b'), 400, 'must be percent-encoded'],
  ['a header with a NUL', get('/api/health', 'X: \0\r\n'), 400, invalid],
  ['a query of 20 KB', get(`/api/search?kw=${'a'.repeat(20_000)}`), 414, 'query string: must be at most'],
  ['a query of 1 MB', get(`/api/search?kw=${long}`), 431, 'headers: must be at most'],
  ['headers of 1 MB', get('/api/health', `X: ${long}\r\n`), 431, 'headers: must be'],
  ['no Host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'Host header: is required by HTTP/1.1'],
  ['two Hosts', twoHosts, 400, 'Host header: must be sent once'],
  ['a broken chunk', post('Transfer-Encoding: chunked', 'zz\r\n'), 400, invalid],
  ['two lengths at once', post('Content-Length: 3\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), 400, invalid],
  ['a body of 1 MB', post('Content-Length: 1000000', long), 413, 'body: must be at most 65536 bytes'],
  ['a body of 1 MB in chunks', post('Transfer-Encoding: chunked', chunks), 413, 'body: must be at most 65536 bytes'],
])('%s gets the contract’s error body', async (_name, bytes, status, message) => {
  const received = await exchange(port, bytes)
  const [headers = '', body = ''] = received.split('\r\n\r\n')
  expect(headers).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(headers.toLowerCase()).toContain('access-control-allow-origin: *')
  expect(headers.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body)).toEqual({ code: status, message: expect.stringContaining(message) })
})

test.each([
  ['a Content-Type that makes no sense', 'Content-Type: ;;;\r\n'],
  ['an expectation nobody knows', 'Expect: wonders\r\n'],
  ['a wish for another protocol', 'Upgrade: h2c\r\n'],
])('%s is no reason to refuse', async (_name, header) => {
  const request = `POST /api/search HTTP/1.1\r\n${head}${header}Content-Length: 10\r\n\r\n{"kw":"x"}`
  expect(await exchange(port, request)).toMatch(/^HTTP\/1.1 200 /)
})

test('a request that does not arrive in time is told so', async () => {
  // Node detects such requests by its own clock; the test reports one directly.
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.once('connection', (socket) => app.server.emit('clientError', late, socket))
  const received = await exchange(port, 'GET /api/he')
  expect(received).toMatch(/^HTTP\/1\.1 408 /)
  expect(received).toContain('{"code":408,"message":"request: must arrive within 15 s"}')
})

test('HTTP/1.0 is served', async () => {
  expect(await exchange(port, 'GET /api/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
})

test('the server answers as before after all of this', async () => {
  expect((await app.inject('/api/health')).statusCode).toBe(200)
})
