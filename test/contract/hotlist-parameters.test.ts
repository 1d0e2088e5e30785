// Tests every parameter of every path of the hot lists: valid values, invalid values with their errors, and defaults.
import { describe, expect, test } from 'vitest'
import { operations } from '../../src/app/routes.ts'
import { startHotTrawl } from '../kit/hot-trawl.ts'
import { addressOf, allowedBy, allPaths, badValues, errorOf, goodValues } from './hotlist-paths.ts'

const byPath = allPaths.map((one) => [one.path, one] as const)
const taking = byPath.filter(([, { takes }]) => Object.keys(takes).length > 0)

describe.each(taking)('%s', (_path, hotPath) => {
  const parameters = Object.entries(hotPath.takes)

  test('takes all that the contract allows', async () => {
    const { ask, errors } = await startHotTrawl()
    let tried = 0
    for (const [name, taken] of parameters)
      for (const value of goodValues(taken)) {
        const response = await ask(addressOf(hotPath, `${name}=${value}`))
        expect(response.statusCode, `${name}=${value}: ${response.body.slice(0, 200)}`).toBe(200)
        tried += 1
      }
    expect(tried).toBe(parameters.flatMap(([, taken]) => goodValues(taken)).length)
    expect(errors).toEqual([])
  })

  test('refuses all else by the name of the parameter and says what is allowed', async () => {
    const { ask, standin } = await startHotTrawl()
    let tried = 0
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
        tried += 1
      }
    expect(tried).toBe(parameters.flatMap(([name, taken]) => badValues(name, taken)).length)
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
  const queryOf = (path: string) => operations.find((one) => one.method === 'get' && one.path === path)?.query
  const shapes = allPaths.map(({ path }) => {
    return [path, Object.keys(queryOf(path.replace('weibo', '{id}'))?.shape ?? {}).sort()]
  })
  expect(taken).toEqual(shapes)
  expect(allPaths.length).toBe(14)
})
