// Tests of parsing queries and bodies.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RequestError } from './errors.ts'
import { readBody, readQuery, validate } from './params.ts'

function refusal(work: () => unknown): [number, string] {
  try {
    work()
  } catch (error) {
    if (error instanceof RequestError) return [error.status, error.message]
    throw error
  }
  return [200, '']
}

const names = ['a', 'b', 'kw', 'channels']

describe('a query', () => {
  test.each([
    ['/x', {}],
    ['/x?', {}],
    ['/x?&&', {}],
    ['/x?a=1&b=2', { a: '1', b: '2' }],
    ['/x?a=1&a=2&a=1', { a: ['1', '2'] }],
    ['/x?a=1&a=1', { a: '1' }],
    ['/x?a[]=1&a%5B%5D=2&a=3', { a: ['1', '2', '3'] }],
    ['/x?a=b+c%2Bd', { a: 'b c+d' }],
    ['/x?a', { a: '' }],
    ['/x?a=', { a: '' }],
    ['/x?a=b=c', { a: 'b=c' }],
    ['/x?a=%E9%80%9F%E5%BA%A6', { a: '速度' }],
    ['/x?a=1#&b=2', { a: '1' }],
    ['/x?a=1;b=2', { a: '1;b=2' }],
    ['/x?a=1&other=2&B=3&%61=4', { a: ['1', '4'] }],
    ['/x?a=1&other=%&%=1&%zz', { a: '1' }],
    ['/x?[]=1&=2&a=1', { a: '1' }],
  ])('%s is read', (url, fields) => {
    expect({ ...readQuery(url, names) }).toEqual(fields)
  })

  test('fields named like a prototype give nothing', () => {
    const bag = readQuery('/x?__proto__=1&constructor=2&__proto__[a]=3&a=1', names)
    expect(Object.getPrototypeOf(bag)).toBeNull()
    expect(Object.entries(bag)).toEqual([['a', '1']])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each([
    ['/x?kw=%', 'kw'],
    ['/x?kw=%zz', 'kw'],
    ['/x?kw=%C4%E3', 'kw'],
    ['/x?kw=%ED%A0%80', 'kw'],
    ['/x?a=1&channels[]=%E9%80', 'channels'],
    ['/x?%6Bw=%', 'kw'],
  ])('broken percent-encoding is refused by name: %s', (url, name) => {
    expect(refusal(() => readQuery(url, names))).toEqual([400, `${name}: is not valid percent-encoded UTF-8`])
  })

  test('16 KB are taken, one byte more is not', () => {
    expect(refusal(() => readQuery(`/x?a=${'b'.repeat(16 * 1024 - 2)}`, names))).toEqual([200, ''])
    expect(refusal(() => readQuery(`/x?a=${'b'.repeat(16 * 1024 - 1)}`, names))[0]).toBe(414)
  })
})

describe('a body', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('is read from a JSON object, byte order mark or not', () => {
    expect({ ...readBody(bytes('{"a":[1]}')) }).toEqual({ a: [1] })
    expect({ ...readBody(bytes('\uFEFF {"a":"速度"}')) }).toEqual({ a: '速度' })
  })

  test('a field named __proto__ gives no fields', () => {
    const bag = readBody(bytes('{"__proto__":{"kw":"x"}}'))
    expect(bag.kw).toBeUndefined()
    expect(Object.keys(bag)).toEqual(['__proto__'])
  })

  test.each([
    ['', 'body: is empty; must be a JSON object'],
    [' ', 'body: is not valid JSON in UTF-8; must be a JSON object'],
    ['{', 'body: is not valid JSON in UTF-8; must be a JSON object'],
    ['kw=a&res=all', 'body: is not valid JSON in UTF-8; must be a JSON object'],
    ['null', 'body: must be a JSON object'],
    ['[]', 'body: must be a JSON object'],
    ['"kw"', 'body: must be a JSON object'],
    ['5', 'body: must be a JSON object'],
  ])('%j is refused', (text, message) => {
    expect(refusal(() => readBody(bytes(text)))).toEqual([400, message])
  })

  test('no body, bytes that are no UTF-8, and 64 KB of brackets are refused', () => {
    expect(refusal(() => readBody(undefined))).toEqual([400, 'body: is empty; must be a JSON object'])
    const invalid = 'body: is not valid JSON in UTF-8; must be a JSON object'
    expect(refusal(() => readBody(Buffer.from('{"a":"\xff"}', 'latin1')))).toEqual([400, invalid])
    expect(refusal(() => readBody(bytes('['.repeat(64 * 1024))))).toEqual([400, invalid])
  })
})

test('a bag that fails its schema is refused by the name of the parameter', () => {
  const schema = z.object({ a: z.object({ b: z.string({ error: 'must be a string' }) }) })
  expect(validate(schema, { a: { b: 'c' } })).toEqual({ a: { b: 'c' } })
  expect(refusal(() => validate(schema, { a: { b: 5 } }))).toEqual([400, 'a.b: must be a string'])
})
