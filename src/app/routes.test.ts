// Where the paths of DailyHotApi are listed: at the root, below a prefix, or nowhere; and which routes RATE_LIMITS may name.
import { expect, test } from 'vitest'
import { defaultRateLimits } from '../config/server-settings.ts'
import { parseRateRules } from '../http/access/rate-limits.ts'
import { endpointIndex, operationsFor, routePatterns } from './routes.ts'

const cases = [
  { prefix: '/', all: '/all', one: '/{id}', route: '/:id' },
  { prefix: '/hotapi', all: '/hotapi/all', one: '/hotapi/{id}', route: '/hotapi/:id' },
] as const

test.each(cases)('with the prefix $prefix they are listed below it, at / and in the description', (known) => {
  const { prefix, all, one, route } = known
  const paths = operationsFor(prefix).map(({ path }) => path)
  for (const listed of [paths, Object.keys(endpointIndex(prefix)).map((line) => line.split(/[ ?]/)[1])]) {
    expect(listed).toEqual(expect.arrayContaining([all, one, '/api/v1/sources/{id}']))
    expect(listed.filter((path) => path?.endsWith('/all'))).toEqual([all])
  }
  expect([...routePatterns(prefix)]).toEqual(expect.arrayContaining([all, route, '/api/v1/sources/:id']))
})

test('without a prefix they are not listed', () => {
  expect(operationsFor(undefined).filter(({ path }) => /^\/(?:all|\{id\})$/.test(path))).toEqual([])
  expect([...routePatterns(undefined)]).not.toContain('/all')
})

test('the default of RATE_LIMITS names routes that exist', () => {
  expect(parseRateRules(defaultRateLimits, routePatterns(undefined)).size).toBeGreaterThan(5)
})
