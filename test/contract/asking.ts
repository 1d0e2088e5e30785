// Asks for searches and says which answers are sane.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { searchParameters, searchResponse } from '../../src/contract/search.ts'

/** Asks for a search by query string, percent-encoded already. */
export const get = (app: FastifyInstance, query: string) => app.inject({ method: 'GET', url: `/api/search?${query}` })
/** Asks for a search by body. */
export const post = (app: FastifyInstance, payload: string | Buffer) =>
  app.inject({ method: 'POST', url: '/api/search', payload })

/** Matches a message about that parameter. */
export const named = (name: string) => expect.stringMatching(new RegExp(`^${name}[.:]`))

/** Expects a refusal that names what it refuses, or an answer the contract allows. */
export const expectSane = (response: LightMyRequestResponse, what: string) => {
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
