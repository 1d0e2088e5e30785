// Tests that the description has every route, describes every part, and is served.
import { expect, test } from 'vitest'
import { z } from 'zod'
import manifest from '../package.json' with { type: 'json' }
import { operations } from '../src/app/routes.ts'
import { described, description } from './kit/described.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const named = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({ description: z.string().optional() })) }),
})

/** The routes of an app, as `get /api/v1/sources/{id}`, without those for HEAD. */
function routesIn(tree: string): string[] {
  const parents: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^((?:[│├└─]| )*)(.*?)(?: \(([A-Z, ]+)\)(?: \{.*)?)?$/.exec(line) ?? []
    const depth = indent.length / 4
    parents.splice(Math.max(0, depth - 1), Number.POSITIVE_INFINITY, part)
    const path = parents.join('').replaceAll(/:(\w+)/g, '{$1}')
    const own = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD')
    return own.map((method) => `${method.toLowerCase()} ${path}`)
  })
}

test('every route is an operation, and every operation a route', async () => {
  const { app } = await startWholeTrawl()
  // Pages for people are not operations.
  const isPage = (route: string) => /^get \/docs(?:\/|$)/.test(route)
  const routes = routesIn(app.printRoutes({ commonPrefix: false })).filter((route) => !isPage(route))
  const reported = [...described.values()].map(({ method, path }) => `${method} ${path}`)
  expect(reported.toSorted()).toEqual(routes.toSorted())
  expect(reported.length).toBeGreaterThan(35)
})

test('every parameter and every field of a request says what it means', () => {
  const mute = [...described.values()].flatMap(({ operationId, parameters }) =>
    parameters.filter((parameter) => !parameter.description).map(({ name }) => `${operationId} ${name}`),
  )
  const unmentioned = operations.flatMap(({ id, body }) =>
    Object.entries(body?.shape ?? {}).flatMap(([field, { description: text }]) => (text ? [] : [`${id} ${field}`])),
  )
  expect([...mute, ...unmentioned]).toEqual([])
})

test('every schema of the document says what it is', () => {
  const { components } = named.parse(description)
  const mute = Object.entries(components.schemas).flatMap(([name, schema]) => (schema.description ? [] : [name]))
  expect(mute).toEqual([])
})

test('it is served with the version of the service, compressed, and not twice to who has it', async () => {
  const { app } = await startWholeTrawl()
  const first = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'br' } })
  expect(first.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
  })
  const { etag = '' } = first.headers
  const again = await app.inject({
    url: '/openapi.json',
    headers: { 'accept-encoding': 'br', 'if-none-match': String(etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const plain = await app.inject({ url: '/openapi.json' })
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(plain.json()).toEqual(description)
  expect(plain.json().info.version).toBe(manifest.version)
})

test('every client on the allow list may read it, also where requests need a key', async () => {
  const { app } = await startWholeTrawl({ env: { API_KEYS: `tests:sha256-${'A'.repeat(43)}` } })
  expect((await app.inject({ url: '/openapi.json', remoteAddress: '192.0.2.1' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/api/v1/health', remoteAddress: '192.0.2.1' })).statusCode).toBe(401)
})
