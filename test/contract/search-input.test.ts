// Tests hostile input to every parameter of the search by GET and POST: an expected status, no 500, no hang.
import { describe, expect, test } from 'vitest'
import { searchParameters } from '../../src/contract/search.ts'
import { caseCount } from '../kit/case-count.ts'
import { exchange, listen, testApp } from './app-parts.ts'
import { expectSane, get, named, post } from './asking.ts'
import { nested, parameters, refusedInBody, refusedInQuery } from './hostile-values.ts'

const half = '\uD800'

test('the tables of hostile values leave no parameter out', () => {
  expect([...parameters].sort()).toEqual([...searchParameters].sort())
})

const units = ['a', ',', '，', '[', '{"a":', ' ', '"', '🎬', '%', 'https://t.me/s/', '@', half, '\0', '0']

describe.each(parameters.map((name, index) => [name, index] as const))('%s', (name, index) => {
  test('refuses hostile values in a body, by its name', async () => {
    const { app } = testApp()
    for (const value of refusedInBody[name]) {
      // Duplicate keys, of which the last one counts: the duplicate must not let an invalid value pass.
      const rest = name === 'kw' ? '"kw":"fine"' : '"kw":"a"'
      const response = await post(app, `{${rest},"${name}":${value}}`)
      expect(response.json(), `${name} ${value.slice(0, 80)}`).toEqual({ code: 400, message: named(name) })
    }
  })

  test('refuses hostile values in a query, by its name', async () => {
    const { app } = testApp()
    for (const value of refusedInQuery[name]) {
      const response = await get(app, `${name === 'kw' ? '' : 'kw=a&'}${name}=${value}`)
      expect(response.json(), `${name}=${value.slice(0, 80)}`).toEqual({ code: 400, message: named(name) })
    }
  })

  test('of 1 MB is too large, of 60 KB it is read or refused by its name', async () => {
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

describe('the body as a whole', () => {
  test.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['a form', 'kw=a'],
    ['half an object', '{"kw":"a"'],
    ['an array', '[{"kw":"a"}]'],
    ['a text', '"kw"'],
    ['null', 'null'],
    ['64 KB of brackets', '['.repeat(64 * 1024)],
    ['32 KB of nested arrays', nested(32 * 1024)],
    ['UTF-16', Buffer.from('\uFEFF{"kw":"a"}', 'utf16le')],
    ['GBK', Buffer.from('7b226b77223a22c4e3227d', 'hex')],
    ['bytes that compress', Buffer.from('1f8b0800000000000003', 'hex')],
  ])('is refused by name when it is %s', async (_name, payload) => {
    const response = await post(testApp().app, payload)
    expect(response.json()).toEqual({ code: 400, message: named('body') })
  })

  test.each(parameters)('may hold null or nothing as its %s, which is as if it were not there', async (name) => {
    const { app } = testApp()
    for (const unset of ['null', '""']) {
      const response = await post(app, name === 'kw' ? `{"kw":${unset}}` : `{"kw":"a","${name}":${unset}}`)
      if (name !== 'kw') expect(response.statusCode, unset).toBe(200)
      else expect(response.json()).toEqual({ code: 400, message: expect.stringMatching(/^kw: is missing/) })
    }
  })

  test('may hold fields nobody knows, however they are named', async () => {
    const payload = '{"kw":"a","limit":5,"page":{},"__proto__":{"conc":0},"constructor":1,"toString":[],"":null}'
    expect((await post(testApp().app, payload)).statusCode).toBe(200)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

test('512 entries of a list are taken and 513 refused, in every spelling', async () => {
  const { app } = testApp()
  const entries = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`)
  for (const name of ['channels', 'plugins', 'cloud_types']) {
    for (const spell of [
      (list: string[]) => list,
      (list: string[]) => list.join('，'),
      (list: string[]) => JSON.stringify(list),
    ]) {
      const statuses = [512, 513].map(async (count) => {
        const response = await post(app, JSON.stringify({ kw: 'a', [name]: spell(entries(count)) }))
        return response.statusCode
      })
      expect(await Promise.all(statuses), name).toEqual([200, 400])
    }
    expect(
      (
        await get(
          app,
          `kw=a&${entries(512)
            .map((entry) => `${name}[]=${entry}`)
            .join('&')}`,
        )
      ).statusCode,
    ).toBe(200)
  }
})

test('a method few servers know is refused like any other', async () => {
  const { app } = testApp()
  const port = await listen(app)
  const answer = await exchange(port, 'QUERY /api/search HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 405 /)
})
