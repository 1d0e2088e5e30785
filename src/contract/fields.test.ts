// Tests of the building blocks of request schemas.
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { bounded, flag, integer, jsonObject, line, list, quotedList, someOf } from './fields.ts'

function said(schema: z.ZodType, value: unknown): string {
  const result = schema.safeParse(value)
  return result.success ? 'accepted' : (result.error.issues[0]?.message ?? 'nothing said')
}

describe('list', () => {
  test.each([
    ['a,b', ['a', 'b']],
    ['a，b,c', ['a', 'b', 'c']],
    [' b , a ,, b ,', ['b', 'a']],
    [
      ['a', 'b,c', ' a '],
      ['a', 'b', 'c'],
    ],
    ['["a","b"]', ['a', 'b']],
    [' ["a"] ', ['a']],
    ['', []],
    [' , ，', []],
    [[], []],
    ['[]', []],
    ['速度，激情', ['速度', '激情']],
  ])('%j is read as %j', (sent, read) => {
    expect(list.parse(sent)).toEqual(read)
  })

  test.each([[5], [true], [null], [{}], [{ 0: 'a' }], [['a', 5]], [[['a']]], [['a', null]]])(
    '%j is refused',
    (sent) => {
      expect(said(list, sent)).toBe('must be a comma-separated string or an array of strings')
    },
  )

  test.each([['[a'], ['[1]'], ['[["a"]]'], ['[{}]'], ['['.repeat(60_000)]])(
    'a text like an array that is none is refused',
    (sent) => {
      expect(said(list, sent)).toContain('a text that starts with [ must be a JSON array')
    },
  )
})

describe('some of a few words', () => {
  const schema = someOf(['tech', 'game', 'life'])

  test.each([
    ['game,tech', ['tech', 'game']],
    [' GAME ，game', ['game']],
    [
      ['life', 'tech'],
      ['tech', 'life'],
    ],
    ['', undefined],
    [' , ', undefined],
    [undefined, undefined],
  ])('%j is read as %j', (sent, read) => {
    expect(schema.parse(sent)).toEqual(read)
  })

  test.each([['news'], ['tech,news'], [['tech', 'tec']]])('%j is refused', (sent) => {
    expect(said(schema, sent)).toBe('must be a comma-separated list of tech, game, life')
  })
})

describe('phrases', () => {
  test('an array keeps commas, a text is split at them', () => {
    expect(quotedList.parse(['Love, Death', ' x ', ''])).toEqual(['Love, Death', 'x'])
    expect(quotedList.parse('Love，Death')).toEqual(['Love', 'Death'])
  })
})

describe('bounded', () => {
  const short = bounded(3)
  const many = Array.from({ length: 513 }, (_, index) => String(index % 1000))

  test('512 entries are taken and 513 are not', () => {
    expect(said(short, many.slice(1))).toBe('accepted')
    expect(said(short, many)).toBe('has 513 entries: at most 512 are allowed')
  })

  test.each([
    ['abcd', 'has an entry that is too long: at most 3 characters are allowed'],
    ['a\0', 'has an entry that holds control characters, which are not allowed'],
    ['a\uDC00', 'has an entry that holds half of a surrogate pair; only well-formed Unicode is allowed'],
  ])('the entry %j is refused', (entry, message) => {
    expect(said(short, ['ok', entry])).toBe(message)
  })
})

describe('flag', () => {
  test.each([['true'], ['1'], ['yes'], ['on'], ['True'], ['YES'], [' on '], [true], [1]])('%j is a yes', (sent) => {
    expect(flag.parse(sent)).toBe(true)
  })
  test.each([['false'], ['0'], ['no'], ['off'], ['False'], ['OFF'], [false], [0]])('%j is a no', (sent) => {
    expect(flag.parse(sent)).toBe(false)
  })
  test.each([[''], ['2'], ['y'], ['truee'], [2], [null], [['true']], [{}], ['toString']])('%j is refused', (sent) => {
    expect(said(flag, sent)).toBe('must be one of true, 1, yes, on, false, 0, no, off')
  })
})

describe('integer', () => {
  const small = integer(1, 256)
  test.each([
    [1, 1],
    [256, 256],
    [10.0, 10],
    ['1', 1],
    ['256', 256],
    [' 5 ', 5],
    ['007', 7],
  ])('%j is %i', (sent, read) => {
    expect(small.parse(sent)).toBe(read)
  })
  test.each([
    ...[0, 257, -1, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e308, true, null, [[5]], {}],
    ...['', ' ', '1e2', '0x10', '0b1', '5.0', '+5', '1_0', '５', 'NaN', 'Infinity', '9'.repeat(16)],
  ])('%j is refused', (sent) => {
    expect(said(small, sent)).toBe('must be an integer from 1 to 256')
  })
})

describe('line', () => {
  const word = line(1, 5)
  test.each([
    ['ab', 'ab'],
    ['  a b\u3000', 'a b'],
    ['a\tb\r\nc', 'a b  c'],
    ['🎬🎬🎬🎬🎬', '🎬🎬🎬🎬🎬'],
    ['a\u202Eb', 'a\u202Eb'],
  ])('%j is read as %j', (sent, read) => {
    expect(line(1, 6).parse(sent)).toBe(read)
  })
  test.each([
    [undefined, 'is missing: must be one string of 1 to 5 characters'],
    [5, 'must be one string of 1 to 5 characters'],
    [['a', 'b'], 'must be one string of 1 to 5 characters'],
    [null, 'must be one string of 1 to 5 characters'],
    ['', 'is blank: must be one string of 1 to 5 characters'],
    [' \t\n\u3000', 'is blank: must be one string of 1 to 5 characters'],
    ['\u200B\u200F\u202E', 'is blank: must be one string of 1 to 5 characters'],
    ['abcdef', 'is too long: must be one string of 1 to 5 characters'],
    ['🎬🎬🎬🎬🎬🎬', 'is too long: must be one string of 1 to 5 characters'],
    ['a\0b', 'holds control characters, which are not allowed'],
    ['a\u001Bb', 'holds control characters, which are not allowed'],
    ['a\u0085b', 'holds control characters, which are not allowed'],
    ['\uD83D', 'holds half of a surrogate pair; only well-formed Unicode is allowed'],
    ['a\uDC00', 'holds half of a surrogate pair; only well-formed Unicode is allowed'],
  ])('%j is refused', (sent, message) => {
    expect(said(word, sent)).toBe(message)
  })
})

describe('jsonObject', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`

  test('an object and its text read the same', () => {
    expect(jsonObject.parse({ a: [1] })).toEqual({ a: [1] })
    expect(jsonObject.parse('{"a":[1]}')).toEqual({ a: [1] })
  })

  test('fields that are null or blank are left out', () => {
    expect(jsonObject.parse({ a: null, b: '', c: ' ', d: 0, e: false, f: [], g: { h: null } })).toEqual({
      d: 0,
      e: false,
      f: [],
      g: { h: null },
    })
  })

  test.each([
    ['', 'is not valid JSON: must be a JSON object'],
    ['{', 'is not valid JSON: must be a JSON object'],
    ["{'a':1}", 'is not valid JSON: must be a JSON object'],
    ['[]', 'must be one JSON object'],
    ['null', 'must be one JSON object'],
    ['5', 'must be one JSON object'],
    ['"{}"', 'must be one JSON object'],
    [[], 'must be one JSON object'],
    [null, 'must be one JSON object'],
    [5, 'must be one JSON object'],
    [['{}', '{"a":1}'], 'must be one JSON object'],
    ['{"__proto__":{"x":1}}', 'holds the key __proto__, which is not allowed'],
    ['{"a":[{"constructor":{"prototype":{}}}]}', 'holds the key constructor, which is not allowed'],
    ['{"prototype":1}', 'holds the key prototype, which is not allowed'],
    ['{"a":"\\ud800"}', 'holds half of a surrogate pair; only well-formed Unicode is allowed'],
    ['{"\\ud800":1}', 'holds half of a surrogate pair; only well-formed Unicode is allowed'],
    ['{"a":["\\u0000"]}', 'holds a NUL character, which is not allowed'],
  ])('%j is refused', (sent, message) => {
    expect(said(jsonObject, sent)).toBe(message)
  })

  test('16 levels are taken, 17 are not, and any number does not overflow the stack', () => {
    expect(said(jsonObject, nested(16))).toBe('accepted')
    expect(said(jsonObject, nested(17))).toBe('is nested too deep: at most 16 levels are allowed')
    expect(said(jsonObject, nested(10_000))).toBe('is nested too deep: at most 16 levels are allowed')
    expect(said(jsonObject, { a: JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`) })).toContain(
      'nested too deep',
    )
  })
})
