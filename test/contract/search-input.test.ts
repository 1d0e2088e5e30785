// Tests hostile input to every parameter of the search by GET and POST: an expected status, no 500, no hang.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { searchParameters, searchResponse } from '../../src/contract/search.ts'
import { caseCount } from '../kit/case-count.ts'
import { exchange, listen, testApp } from './app-parts.ts'

/** Searches by a percent-encoded query string. */
function get(app: FastifyInstance, query: string) {
  return app.inject({ method: 'GET', url: `/api/search?${query}` })
}
/** Searches by a JSON body. */
function post(app: FastifyInstance, payload: string | Buffer) {
  return app.inject({ method: 'POST', url: '/api/search', payload })
}

/** Expects an error that names the invalid parameter, or an answer that the contract allows. */
function expectSane(response: LightMyRequestResponse, what: string) {
  expect([200, 400, 413, 414], what).toContain(response.statusCode)
  if (response.statusCode === 200) {
    searchResponse.parse(response.json())
    return
  }
  const { code, message, ...more }: { code: number; message: string } = response.json()
  expect(code).toBe(response.statusCode)
  expect(more).toEqual({})
  expect(message, what).toMatch(new RegExp(`^(?:${[...searchParameters, 'body', 'query string'].join('|')})[.:]`))
  expect(message.length).toBeLessThan(400)
}

const half = '\uD800'

const units = ['a', ',', '，', '[', '{"a":', ' ', '"', '🎬', '%', 'https://t.me/s/', '@', half, '\0', '0']

describe.each(searchParameters.map((name, index) => [name, index] as const))('%s', (name, index) => {
  test('of 1 MB is too large; of 60 KB it is accepted or refused by its name', async () => {
    const { app } = testApp()
    // `npm test` tries two texts with each parameter, and each text with one parameter at least.
    const rotated = [...units.slice((2 * index) % units.length), ...units]
    for (const unit of rotated.slice(0, caseCount(units.length))) {
      const value = (bytes: number) => unit.repeat(bytes / Buffer.byteLength(unit))
      expect((await post(app, JSON.stringify({ kw: 'a', [name]: value(1_000_000) }))).statusCode).toBe(413)
      expectSane(await post(app, JSON.stringify({ kw: 'a', [name]: value(20_000) })), `${name} of ${unit}`)
      expectSane(await post(app, JSON.stringify({ kw: 'a', [name]: [value(20_000)] })), `${name} of [${unit}]`)
      expect((await get(app, `kw=a&${name}=${encodeURIComponent(value(20_000).toWellFormed())}`)).statusCode).toBe(414)
    }
  })
})

test('unknown fields are ignored, whatever their names', async () => {
  const payload = '{"kw":"a","limit":5,"page":{},"__proto__":{"conc":0},"constructor":1,"toString":[],"":null}'
  expect((await post(testApp().app, payload)).statusCode).toBe(200)
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('the method QUERY is answered with 405', async () => {
  const { app } = testApp()
  const port = await listen(app)
  const answer = await exchange(port, 'QUERY /api/search HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 405 /)
})
