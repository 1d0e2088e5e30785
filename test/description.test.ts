// Tests that the description is current, has every route, and describes every part.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import description from '../src/contract/generated/openapi.json' with { type: 'json' }
import { requestSchemas } from '../src/contract/named-schemas.ts'
import { operations } from '../src/contract/operations.ts'
import { buildOpenApi, written } from '../tools/openapi-document.ts'
import { indexOf } from '../tools/openapi-index.ts'
import { described } from './kit/described.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const root = join(import.meta.dirname, '..')

test('src/contract/generated/openapi.json is that of the operations; `npm run description` makes it so', () => {
  const made = written(buildOpenApi(manifest.version))
  expect(readFileSync(join(root, 'src/contract/generated/openapi.json'), 'utf8')).toBe(made)
})

test('src/contract/generated/endpoints.json is that of the operations; `npm run description` makes it so', () => {
  expect(readFileSync(join(root, 'src/contract/generated/endpoints.json'), 'utf8')).toBe(written(indexOf(operations)))
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
  const told = [...described.values()].map(({ method, path }) => `${method} ${path}`)
  expect(told.toSorted()).toEqual(routes.toSorted())
  expect(told.length).toBeGreaterThan(35)
})

test('every parameter and every field of a request says what it means', () => {
  const mute = [...described.values()].flatMap(({ operationId, parameters }) =>
    parameters.filter((parameter) => !parameter.description).map(({ name }) => `${operationId} ${name}`),
  )
  const unsaid = requestSchemas.flatMap(({ name, schema }) =>
    Object.entries(schema.shape).flatMap(([field, { description }]) => (description ? [] : [`${name} ${field}`])),
  )
  expect([...mute, ...unsaid]).toEqual([])
})

test('every schema of the document says what it is', () => {
  const mute = Object.entries(description.components.schemas).filter(([, schema]) => !schema.description)
  expect(mute.map(([name]) => name)).toEqual([])
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

test('whoever may ask at all may read it, also where others have to prove who they are', async () => {
  const { app } = await startWholeTrawl({ env: { API_KEYS: `tests:sha256-${'A'.repeat(43)}` } })
  expect((await app.inject({ url: '/openapi.json', remoteAddress: '192.0.2.1' })).statusCode).toBe(200)
  expect((await app.inject({ url: '/api/v1/health', remoteAddress: '192.0.2.1' })).statusCode).toBe(401)
})
