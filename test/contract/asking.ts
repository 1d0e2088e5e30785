// Asks for searches and says which answers are sane.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { searchParameters, searchResponse } from '../../src/contract/search.ts'

/** Asks for a search by query string, percent-encoded already. */
export function get(app: FastifyInstance, query: string) {
  return app.inject({ method: 'GET', url: `/api/search?${query}` })
}
/** Asks for a search by body. */
export function post(app: FastifyInstance, payload: string | Buffer) {
  return app.inject({ method: 'POST', url: '/api/search', payload })
}

/** Matches a message about that parameter. */
export function named(name: string) {
  return expect.stringMatching(new RegExp(`^${name}[.:]`))
}

/** Expects a refusal that names what it refuses, or an answer the contract allows. */
export function expectSane(response: LightMyRequestResponse, what: string) {
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
