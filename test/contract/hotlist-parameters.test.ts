// Tests every parameter of every path of the hot lists: valid values, invalid values with their errors, and defaults.
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  batchRequest,
  hotBatchRequest,
  hotListRequest,
  optimizedRequest,
  sourceRequest,
  sourcesRequest,
  streamRequest,
} from '../../src/contract/hotlist.ts'
import { findRequest } from '../../src/contract/hotlist-find.ts'
import { errorsRequest, logsRequest, metricsRequest } from '../../src/contract/hotlist-reports.ts'
import { trendsRequest } from '../../src/contract/hotlist-trends.ts'
import { startHotTrawl } from '../kit/hot-trawl.ts'
import { addressOf, allowedBy, allPaths, badValues, errorOf, goodValues } from './hotlist-paths.ts'

const requests: ReadonlyMap<string, z.ZodObject> = new Map<string, z.ZodObject>([
  ['/api/v1/sources', sourcesRequest],
  ['/api/v1/sources/weibo', sourceRequest],
  ['/api/v1/batch', batchRequest],
  ['/api/hot-list', hotListRequest],
  ['/api/v1/sources/hot/batch', hotBatchRequest],
  ['/api/v1/optimized/batch', optimizedRequest],
  ['/api/v1/find', findRequest],
  ['/api/v1/trends', trendsRequest],
  ['/api/v1/stream', streamRequest],
  ['/api/v1/metrics', metricsRequest],
  ['/api/v1/errors', errorsRequest],
  ['/api/v1/logs', logsRequest],
])

const byPath = allPaths.map((one) => [one.path, one] as const)
const taking = byPath.filter(([, { takes }]) => Object.keys(takes).length > 0)

describe.each(taking)('%s', (_path, hotPath) => {
  const parameters = Object.entries(hotPath.takes)

  test('takes all that the contract allows', async () => {
    const { ask, errors } = await startHotTrawl()
    for (const [name, taken] of parameters)
      for (const value of goodValues(taken)) {
        const response = await ask(addressOf(hotPath, `${name}=${value}`))
        expect(response.statusCode, `${name}=${value}: ${response.body.slice(0, 200)}`).toBe(200)
      }
    expect(errors).toEqual([])
  })

  test('refuses all else by the name of the parameter and says what is allowed', async () => {
    const { ask, standin } = await startHotTrawl()
    for (const [name, taken] of parameters)
      for (const value of badValues(name, taken)) {
        const text = `${name}=${value}`.slice(0, 80)
        const response = await ask(addressOf(hotPath, `${name}=${value}`))
        expect(response.statusCode, text).toBe(400)
        const { error, message } = errorOf(response)
        expect(error, text).toMatchObject({ code: 'VALIDATION_ERROR', details: { parameter: name } })
        expect(message.startsWith(`${name}: `), message).toBe(true)
        if (value !== '%zz') expect(message, text).toContain(allowedBy(taken))
        expect(message.length, text).toBeLessThan(300)
      }
    expect(standin.asked()).toEqual([])
  })
})

test.each(byPath)(
  '%s ignores parameters that it does not know, but not a query of over 16 KB',
  async (_path, hotPath) => {
    const { ask } = await startHotTrawl()
    const others = ['page=x', '=', 'x', '__proto__=1', 'constructor=1', 'Limit=0', 'FORCE=maybe', '%zz=1']
    expect((await ask(addressOf(hotPath, ...others, ...others))).statusCode).toBe(200)
    const response = await ask(addressOf(hotPath, `x=${'y'.repeat(17_000)}`))
    // A path without parameters ignores its query.
    const takesAny = Object.keys(hotPath.takes).length > 0
    expect(response.statusCode).toBe(takesAny ? 414 : 200)
    if (takesAny) expect(errorOf(response).message).toContain('query string')
  },
)

test('the table leaves no path and no parameter out', () => {
  const taken = allPaths.map(({ path, takes }) => [path, Object.keys(takes).sort()])
  const shapes = allPaths.map(({ path }) => [path, Object.keys(requests.get(path)?.shape ?? {}).sort()])
  expect(taken).toEqual(shapes)
  expect(allPaths.length).toBe(14)
})
