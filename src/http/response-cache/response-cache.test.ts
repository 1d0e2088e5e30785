// Tests of finding cached responses by the requests that they answered.
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { createTestResponseCache } from '../../../test/kit/empty-app.ts'
import { acceptAnyBody } from '../params.ts'

/** A service that caches a response for each target and body. */
function start() {
  const cache = createTestResponseCache(() => 0)
  const app = fastify()
  onTestFinished(() => app.close())
  acceptAnyBody(app)
  app.route({
    method: ['GET', 'POST'],
    url: '/search',
    handler: (request, reply) =>
      cache.respond(request, reply, { label: 'search', key: `${request.url} ${request.body ?? ''}` }, async () => ({
        text: 'answer',
        stamp: { slots: [], sum: 0, until: 60_000 },
        cache: 'hit',
        ageMs: 0,
        tookMs: 0,
      })),
  })
  const isFound = (target: string, body?: string) =>
    cache.find(target, body === undefined ? undefined : Buffer.from(body)) !== undefined
  return { app, isFound }
}

it('finds a response by a target of any length, and by no similar one', async () => {
  const { app, isFound } = start()
  const target = `/search?kw=${'a'.repeat(16_000)}`
  await app.inject(target)
  expect([target, `${target}a`, target.slice(0, -1), `${target.slice(0, -1)}b`].map((one) => isFound(one))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('finds the response to a POST by its target and body together', async () => {
  const { app, isFound } = start()
  await app.inject({ method: 'POST', url: '/search', body: '{"kw":"a"}' })
  expect(isFound('/search', '{"kw":"a"}')).toBe(true)
  expect([isFound('/search'), isFound('/search', '{"kw":"b"}'), isFound('/search?', '{"kw":"a"}')]).toEqual([
    false,
    false,
    false,
  ])
})

it('forgets the requests used least recently when there are many long ones', async () => {
  const { app, isFound } = start()
  const targets = Array.from({ length: 300 }, (_, at) => `/search?kw=${'a'.repeat(15_000)}${at}`)
  for (const target of targets) await app.inject(target)
  expect([targets.at(0), targets.at(-1)].map((target = '') => isFound(target))).toEqual([false, true])
})
