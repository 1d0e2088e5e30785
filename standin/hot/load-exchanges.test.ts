// Tests the URL patterns of fixtures: placeholders, order of parameters, and URLs that must not match.
import { expect, test } from 'vitest'
import { createAddress } from './load-exchanges.ts'

const sign = '0123456789abcdef0123456789abcdef'

test.each([
  ['https://a.example/x?t={unixMillis}', 'https://a.example/x?t=1783310400000'],
  ['https://a.example/x?t={unixSeconds}&b=2', 'https://a.example/x?b=2&t=1783310400'],
  ['https://a.example/{YYYY-MM-DD}/1', 'https://a.example/2026-11-20/1'],
  ['https://a.example/x?device={32 hex}&sign={sign}', `https://a.example/x?device=${sign}&sign=${sign}`],
  ['https://a.example/x?token={token}', `https://a.example/x?token=${sign}`],
  ['https://a.example/{MM}.json', 'https://a.example/12.json'],
  ['https://a.example/x?day={YYYYMMDD}', 'https://a.example/x?day=20261120'],
  ['https://a.example/x?from={YYYY-MM-DD HH:mm:ss}', 'https://a.example/x?from=2026-11-20+12%3A00%3A00'],
  ['https://a.example/x?from={YYYY-MM-DD HH:mm:ss}', 'https://a.example/x?from=2026-11-20%2012:00:00'],
  ['https://a.example/x?u=%2Ffeed%3Fa%3Db', 'https://a.example/x?u=/feed?a%3Db'],
  ['http://a.example/x', 'https://a.example/x'],
  ['https://a.example', 'https://a.example/'],
  ['https://a.example/x?empty=', 'https://a.example/x?empty'],
])('%s means %s', (pattern, url) => {
  expect(createAddress(pattern).isMeant(new URL(url))).toBe(true)
})

test.each([
  ['https://a.example/x?t={unixMillis}', 'https://a.example/x?t=now'],
  ['https://a.example/x?sign={sign}', 'https://a.example/x?sign=0123'],
  ['https://a.example/{YYYY-MM-DD}/1', 'https://a.example/20261120/1'],
  ['https://a.example/{MM}.json', 'https://a.example/13.json'],
  ['https://a.example/x.json', 'https://a.example/xxjson'],
  ['https://a.example/x', 'https://b.example/x'],
  ['https://a.example/x?a=1', 'https://a.example/x'],
  ['https://a.example/x', 'https://a.example/x?a=1'],
  ['https://a.example/x?a=1', 'https://a.example/x?a=1&a=1'],
])('%s does not mean %s', (pattern, url) => {
  expect(createAddress(pattern).isMeant(new URL(url))).toBe(false)
})

test('the path of the example is distinguished from others that match the pattern', () => {
  const address = createAddress('https://a.example/{MM}.json', 'https://a.example/03.json')
  const paths = ['03', '04'].map((month) => new URL(`https://a.example/${month}.json`))
  expect(paths.map((url) => address.hasVeryPath(url))).toEqual([true, false])
})

test('an unknown placeholder throws', () => {
  expect(() => createAddress('https://a.example/x?t={unixWeeks}')).toThrow('not "unixWeeks"')
})
