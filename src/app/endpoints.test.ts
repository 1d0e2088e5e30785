// Where the paths of DailyHotApi are told: at the root, below a prefix, or nowhere.
import { expect, test } from 'vitest'
import { endpointIndex, openApiDocument, routePatterns } from './endpoints.ts'

const cases = [
  { prefix: '/', all: '/all', one: '/{id}', route: '/:id' },
  { prefix: '/hotapi', all: '/hotapi/all', one: '/hotapi/{id}', route: '/hotapi/:id' },
] as const

test.each(cases)('with the prefix $prefix they are told below it, at / and in the description', async (known) => {
  const { prefix, all, one, route } = known
  const { paths } = await openApiDocument(prefix)
  for (const told of [Object.keys(paths), Object.keys(endpointIndex(prefix)).map((line) => line.split(/[ ?]/)[1])]) {
    expect(told).toEqual(expect.arrayContaining([all, one, '/api/v1/sources/{id}']))
    expect(told.filter((path) => path?.endsWith('/all'))).toEqual([all])
  }
  expect([...routePatterns(prefix)]).toEqual(expect.arrayContaining([all, route, '/api/v1/sources/:id']))
})

test('where there are none, none is told', async () => {
  const { paths } = await openApiDocument(undefined)
  expect(Object.keys(paths).filter((path) => /^\/(?:all|\{id\})$/.test(path))).toEqual([])
  expect([...routePatterns(undefined)]).not.toContain('/all')
})
