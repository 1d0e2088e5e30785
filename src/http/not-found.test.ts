// Tests of requests without a matching route.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testApp } from '../../test/contract/app-parts.ts'
import { handleUnmatched } from './not-found.ts'

test.each([
  ['/api/search', 'GET, HEAD, POST, OPTIONS'],
  ['/api/search/', 'GET, HEAD, POST, OPTIONS'],
  ['/api/search?kw=a', 'GET, HEAD, POST, OPTIONS'],
  ['/api/health', 'GET, HEAD, OPTIONS'],
  ['/', 'GET, HEAD, OPTIONS'],
])('OPTIONS %s says what is allowed, to browsers and to people', async (url, allow) => {
  const response = await testApp().app.inject({ method: 'OPTIONS', url, headers: { origin: 'https://example.com' } })
  expect([response.statusCode, response.body, response.headers.allow]).toEqual([204, '', allow])
  expect(response.headers['access-control-allow-methods']).toBe(allow)
  expect(response.headers['access-control-allow-headers']).toBe('*, Authorization')
  expect(response.headers['access-control-max-age']).toBe('86400')
})

test.each(['PUT', 'DELETE', 'PATCH', 'PROPFIND'] as const)('%s is a 405 that lists what is allowed', async (method) => {
  const response = await testApp().app.inject({ method, url: '/api/search' })
  const message = `method: ${method} is not allowed here; allowed are GET, HEAD, POST, OPTIONS`
  expect(response.json()).toEqual({ code: 405, message })
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
})

test('an unknown path is a 404 that names at most 100 characters of it', async () => {
  const { app } = testApp()
  const near = await app.inject('/api/serach?kw=secret')
  expect(near.json()).toEqual({ code: 404, message: 'path: there is no /api/serach; GET / lists what there is' })
  const long = await app.inject(`/${'x'.repeat(5_000)}`)
  expect(long.statusCode).toBe(404)
  expect(long.json().message).toContain(`/${'x'.repeat(98)}…;`)
  expect((await app.inject({ method: 'OPTIONS', url: '/nowhere' })).statusCode).toBe(404)
})

test('paths with parts that vary are known too', async () => {
  const app = Fastify()
  handleUnmatched(app)
  app.get('/lists/:id', async () => 'list')
  app.get('/files/*', async () => 'file')
  const options = async (url: string) => (await app.inject({ method: 'OPTIONS', url })).statusCode
  expect(await options('/lists/weibo')).toBe(204)
  expect(await options('/files/a/b')).toBe(204)
  expect(await options('/lists/weibo/more')).toBe(404)
  expect(await options('/lists')).toBe(404)
})

test('a route that takes some paths only is not there for others', async () => {
  const app = Fastify()
  handleUnmatched(app)
  app.get('/:id', { config: { matchesPath: (path) => path === '/weibo' } }, async () => 'list')
  const statusOf = async (method: 'OPTIONS' | 'POST', url: string) => (await app.inject({ method, url })).statusCode
  app.setErrorHandler((error, _request, reply) => reply.status(Number(Reflect.get(Object(error), 'status'))).send())
  expect([await statusOf('OPTIONS', '/weibo/'), await statusOf('POST', '/weibo')]).toEqual([204, 405])
  expect([await statusOf('OPTIONS', '/zhihu'), await statusOf('POST', '/zhihu')]).toEqual([404, 404])
})

test('a path that the router refuses is not there, although its form allows the method', async () => {
  const { app } = testApp()
  const answer = await app.inject('/feeds/list/line%0Abreak.rss')
  expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringMatching(/^path: there is no /)])
})
