// Tests the request signatures with the vectors of the sheets.
import { expect, test } from 'vitest'
import { is51ctoSigned, isWbiSigned } from './refusals.ts'

const token = '0123456789abcdef0123456789abcdef'

function recommended(changes: Record<string, string> = {}): URL {
  const url = new URL('https://api-media.51cto.com/index/index/recommend?page=1&page_size=50&limit_time=0&name_en=')
  const right = { timestamp: '1700000000000', token, sign: 'f5cd309fcfbd217dcec26d1a0d90b238' }
  for (const [name, value] of Object.entries({ ...right, ...changes })) url.searchParams.set(name, value)
  return url
}

test('51cto signs path, names of parameters, token and time', () => {
  expect(is51ctoSigned(recommended())).toBe(true)
  // The sign covers only the names of the other parameters.
  expect(is51ctoSigned(recommended({ page: '2' }))).toBe(true)
})

test.each([{ sign: token }, { timestamp: '1700000000001' }, { limit: '5' }, { token: token.replace('0', 'f') }])(
  '51cto refuses a sign that was made without %j',
  (changes) => {
    expect(is51ctoSigned(recommended(changes))).toBe(false)
  },
)

const signed = 'https://api.bilibili.com/x?foo=114&bar=514&zab=1919810&wts=1702204169'
const sign = '8f6f2b5b3d485fe1886cec6a0be8c5d4'

test.each([
  [`${signed}&w_rid=${sign}`, true],
  [`${signed.replace('foo=114', "foo=1(1)*'4!")}&w_rid=${sign}`, true],
  [`${signed}&w_rid=${sign}&more=1`, false],
  [`${signed.replace('4169', '4168')}&w_rid=${sign}`, false],
  [signed, false],
])('bilibili reads the sign of %s as %s', (url, isRight) => {
  expect(isWbiSigned(new URL(url))).toBe(isRight)
})
