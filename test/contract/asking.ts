// Sends searches and checks that the answers are valid.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { searchParameters, searchResponse } from '../../src/contract/search.ts'

/** Searches by a percent-encoded query string. */
export function get(app: FastifyInstance, query: string) {
  return app.inject({ method: 'GET', url: `/api/search?${query}` })
}
/** Searches by a JSON body. */
export function post(app: FastifyInstance, payload: string | Buffer) {
  return app.inject({ method: 'POST', url: '/api/search', payload })
}

/** Expects an error that names the invalid parameter, or an answer that the contract allows. */
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
