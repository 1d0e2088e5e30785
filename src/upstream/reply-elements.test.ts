// Bounds on the elements of replies: what is counted, and what is said of more.
import { describe, expect, it } from 'vitest'
import { maxElements, parseReplyJson } from './reply-elements.ts'

describe('JSON of an upstream', () => {
  const listOf = (one: string, count: number) => `[${Array.from({ length: count }, () => one).join(',')}]`
  const row = listOf('1', maxElements.values / 10)

  it.each([
    ['in lists', listOf(row, 9), `[${row},${listOf(row, 9)}]`],
    ['in objects', `{"a":${listOf(row, 9)}}`, `{"a":${row},"b":${listOf(row, 9)}}`],
    ['that are lists in lists', '['.repeat(50_000) + ']'.repeat(50_000), '['.repeat(50_001)],
  ])('is parsed up to the maximum of values %s, and refused with the number from there on', (_what, most, more) => {
    expect(() => parseReplyJson(most)).not.toThrow()
    expect(() => parseReplyJson(more)).toThrow(/^the answer has 500\d\d values; at most 50000 are read$/)
  })

  it.each([
    ['numbers', listOf('1', maxElements.members), listOf('1', maxElements.members + 1)],
    ['empty lists', listOf('[]', maxElements.members), listOf('[]', maxElements.members + 1)],
    ['empty objects', listOf('{}', maxElements.members), listOf('{}', maxElements.members + 1)],
    [
      'members',
      `{${listOf('"a":[1,2]', maxElements.members).slice(1, -1)}}`,
      `{${listOf('"a":[1,2]', maxElements.members + 1).slice(1, -1)}}`,
    ],
    ['rows before others', `[[1],${listOf('[1,2]', 4_999).slice(1)}`, `[${listOf('[1,2]', 5_001)},[1]]`],
  ])(
    'is parsed up to the maximum of %s in one list or object, and refused with the number from there on',
    (_what, most, more) => {
      expect(() => parseReplyJson(most)).not.toThrow()
      expect(() => parseReplyJson(more)).toThrow(
        /^a list or object of the answer has 5001 members; at most 5000 are read$/,
      )
    },
  )

  it('may have any number of signs in its strings', () => {
    const texts = ['[{,]"\\'.repeat(maxElements.values), '\\']
    expect(parseReplyJson(JSON.stringify(texts))).toEqual(texts)
  })

  it('that is damaged is no JSON, whatever its length', () => {
    for (const text of ['{', '"\\'.padEnd(maxElements.members + 1), 'x'.repeat(maxElements.members + 1)])
      expect(() => parseReplyJson(text)).toThrow(SyntaxError)
  })
})
