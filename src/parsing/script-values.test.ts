// Embedded JSON: where it ends, and the errors when it is missing.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseEmbeddedData } from './script-values.ts'

test.each([
  ['{"a":1};(function(){var s}())', { a: 1 }],
  ['x = {"a":{"b":[{}]}}</script>{"c":2}', { a: { b: [{}] } }],
  ['[1,[2]]]]', [1, [2]]],
  [String.raw`{"a":"}\"{"}undefined`, { a: '}"{' }],
  [String.raw`{"a":"\\"}}`, { a: '\\' }],
  [String.raw`{"a":"\u002Fb","};":"]"};`, { a: '/b', '};': ']' }],
])('of %s the first value is read, and brackets in strings end nothing', (text, value) => {
  expect(parseEmbeddedData(text, '', z.unknown())).toEqual(value)
})

test('what stands before the mark is not looked at', () => {
  const text = '<script>var a={"a":1};var b={"b":2};</script>'
  expect(parseEmbeddedData(text, 'var b', z.unknown())).toEqual({ b: 2 })
})

test.each([
  ['no data here', ''],
  ['{"a":1}', 'state'],
  ['{"a":1}', '1}'],
  ['{"a":{"b":1}', ''],
  ['{"a":"}', ''],
  [String.raw`{"a":"\"}`, ''],
  ['{"a":undefined}', ''],
  ['{]', ''],
  ['', ''],
])('%s after %j is a mismatch', (text, mark) => {
  expect(() => parseEmbeddedData(text, mark, z.unknown())).toThrow(
    expect.objectContaining({ name: 'UpstreamError', kind: 'mismatch' }),
  )
})

test('a long page is read in one go, however many strings and brackets it has', () => {
  const value = { list: Array.from({ length: 5_000 }, (_, id) => ({ id, text: '\\"}'.repeat(16) })) }
  const text = `<html>${JSON.stringify(value)}${'}'.repeat(1_000)}`
  expect(parseEmbeddedData(text, '', z.unknown())).toEqual(value)
})

test('what follows a mark must be of the shape', () => {
  const shape = z.object({ a: z.number() })
  expect(parseEmbeddedData('{"a":0} state={"a":1,"b":2}', 'state=', shape)).toEqual({ a: 1 })
  expect(() => parseEmbeddedData('{"a":0}', 'state=', shape)).toThrow('does not contain the expected data')
  expect(() => parseEmbeddedData('state={"a":"1"}', 'state=', shape)).toThrow(/^not the JSON this source expects: a: /)
})
