// Tests of response headers, request ids and the detection of local requests.
import { describe, expect, test } from 'vitest'
import { testApp } from '../../test/contract/app-parts.ts'
import { createClientResolver } from './access/client-address.ts'
import { isLocal } from './local-request.ts'
import { createRequestIdChooser, createRequestIdSequence } from './request-id.ts'

test.each([
  ['GET', '/api/health', 200],
  ['HEAD', '/api/health', 200],
  ['GET', '/api/search', 400],
  ['GET', '/nowhere', 404],
  ['DELETE', '/api/search', 405],
  ['OPTIONS', '/api/search', 204],
] as const)('%s %s, answered %i, carries the open and the security headers', async (method, url, status) => {
  const response = await testApp().app.inject({ method, url })
  expect(response.statusCode).toBe(status)
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('X-Request-Id, Retry-After, RateLimit-Limit'),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-request-id': 'made-here',
  })
})

test.each([
  ['abc-1.2_X', 'abc-1.2_X'],
  ['a'.repeat(64), 'a'.repeat(64)],
  ['a'.repeat(65), 'made'],
  ['', 'made'],
  ['a b', 'made'],
  ['<script>', 'made'],
  [undefined, 'made'],
  [['a', 'b'], 'made'],
])('a caller’s request id %j becomes %s', (sent, id) => {
  expect(createRequestIdChooser(() => 'made')(sent)).toBe(id)
})

test('ids made here are another each time, and good as ids', () => {
  const make = createRequestIdSequence('first')
  const ids = Array.from({ length: 2_000 }, make)
  expect(new Set(ids).size).toBe(2_000)
  expect(ids.every((id) => createRequestIdChooser(() => 'made')(id) === id)).toBe(true)
})

describe('local', () => {
  const from = (remoteAddress: string | undefined, headers = {}, httpVersion = '1.1') =>
    isLocal(headers, createClientResolver()({ headers, socket: { remoteAddress }, httpVersion }))

  test.each([['127.0.0.1'], ['127.8.9.10'], ['::1'], ['::ffff:127.0.0.1']])('is %s', (address) => {
    expect(from(address)).toBe(true)
  })

  test.each([['10.0.0.1'], ['::ffff:10.0.0.1'], ['1127.0.0.1'], ['::2'], ['fe80::1'], [undefined]])(
    'is not %s',
    (address) => {
      expect(from(address)).toBe(false)
    },
  )

  const signs = [
    'forwarded via x-forwarded x-forwarded-for x-forwarded-port x-original-forwarded-for x-real-ip',
    'x-cluster-client-ip fly-client-ip cf-connecting-ip cdn-loop client-ip true-client-ip x-azure-clientip',
    'x-appengine-user-ip x-remote-ip x-original-host tailscale-user-login x-proxyuser-ip x-coming-from',
    'x-amzn-trace-id x-cloud-trace-context x-host x-scheme x-rewrite-url front-end-https x-real-port',
    'forwarded-for x-forward-for do-connecting-ip ali-cdn-real-ip x-cdn-src-ip x-originating-ip',
    'cloudfront-viewer-address origin',
  ]
  test.each(signs.flatMap((some) => some.split(' ')))('is nobody who sends %s, even empty', (name) => {
    expect(from('127.0.0.1', { [name]: '' })).toBe(false)
  })

  test.each([
    ['cross-site', false],
    ['same-site', false],
    ['', false],
    ['same-origin', true],
    ['none', true],
  ])('is, of browsers that say %j of a page without an origin: %s', (site, is) => {
    expect(from('127.0.0.1', { 'sec-fetch-site': site })).toBe(is)
  })

  test('is who sends what every program sends', () => {
    expect(from('127.0.0.1', { host: 'localhost', accept: '*/*', 'x-request-id': 'a', 'user-agent': 'curl' })).toBe(
      true,
    )
  })

  test.each(['0.9', '1.0', '2.0', ''])(
    'is nobody who speaks HTTP/%s, as nginx speaks 1.0 for strangers without saying so',
    (httpVersion) => {
      expect(from('127.0.0.1', { host: '127.0.0.1:8888', connection: 'close' }, httpVersion)).toBe(false)
    },
  )
})

test('local is nobody who comes by a name that only pretends to be of this machine', () => {
  const by = (host: string) => isLocal({ host }, { address: '127.0.0.1', httpVersion: '1.1' })
  for (const host of ['localhost', 'localhost:8888', '127.0.0.1:8888', '[::1]:8888', '10.0.0.7'])
    expect(by(host)).toBe(true)
  for (const host of ['trap.example', 'trap.example:8888', 'localhost.trap.example', '127.0.0.1.trap.example', ''])
    expect(by(host)).toBe(false)
})

describe('the page of the service in a browser on this machine', () => {
  const by = (host: string, origin: string, more: Readonly<Record<string, string>> = {}) =>
    isLocal({ origin, host, ...more }, { address: '127.0.0.1', httpVersion: '1.1' })

  test.each(['localhost:8888', '127.0.0.1:8888', '[::1]:8888', 'localhost', 'LOCALHOST:8888'])(
    'at %s may do what a program here may',
    (host) => {
      expect(by(host, `http://${host.toLowerCase()}`, { 'sec-fetch-site': 'same-origin' })).toBe(true)
      expect(by(host, `https://${host.toLowerCase()}`)).toBe(true)
    },
  )

  test.each([
    ['localhost:8888', 'http://localhost:3000'],
    ['localhost:8888', 'http://127.0.0.1:8888'],
    ['localhost:8888', 'https://trap.example'],
    ['localhost:8888', 'http://localhost:8888.trap.example'],
    ['localhost:8888', 'null'],
    ['localhost:8888', ''],
    ['trap.example:8888', 'http://trap.example:8888'],
    // Opened from elsewhere through a proxy that keeps the host and says nothing about its client.
    ['192.168.1.5:8888', 'http://192.168.1.5:8888'],
  ])('of %s is another with the origin %s', (host, origin) => {
    expect(by(host, origin)).toBe(false)
  })

  test('counts as another behind a proxy, and for a page of another site', () => {
    expect(by('localhost:8888', 'http://localhost:8888', { 'x-forwarded-for': '192.0.2.1' })).toBe(false)
    expect(by('localhost:8888', 'http://localhost:8888', { 'sec-fetch-site': 'cross-site' })).toBe(false)
  })
})

test.each(['/metrics', '/metrics/'])('no page of another site may read %s, and nothing keeps it', async (url) => {
  const { app } = testApp()
  const { headers, body } = await app.inject(url)
  expect(body).toBe('some_metric 1\n')
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  })
  const refused = await app.inject({ url, headers: { origin: 'https://page.example' } })
  expect(refused.statusCode).toBe(403)
  for (const one of [headers, refused.headers]) {
    expect(one).not.toHaveProperty('access-control-allow-origin')
    expect(one['x-content-type-options']).toBe('nosniff')
  }
})

test.each(['logs', 'errors', 'metrics', 'security/ip-whitelist', 'security/bans'])(
  'what only administrators read is kept by nothing: %s',
  async (path) => {
    const { headers, statusCode } = await testApp().app.inject(`/api/v1/${path}`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  },
)
