// Bounds on the elements of replies: what is counted, and what is said of more.
import { describe, expect, it } from 'vitest'
import { maxElements, parseReplyJson } from './reply-elements.ts'

describe('JSON of an upstream', () => {
  const listOf = (one: string, count: number) => `[${Array.from({ length: count }, () => one).join(',')}]`

  it.each([
    ['numbers', listOf('1', maxElements), listOf('1', maxElements + 1)],
    ['empty lists', listOf('[]', maxElements / 2), listOf('[]', maxElements / 2 + 1)],
    ['empty objects', listOf('{}', maxElements / 2), listOf('{}', maxElements / 2 + 1)],
    ['members', `{${listOf('"a":1', maxElements).slice(1, -1)}}`, `{${listOf('"a":1', maxElements + 1).slice(1, -1)}}`],
    ['lists in lists', '['.repeat(maxElements) + ']'.repeat(maxElements), '['.repeat(maxElements + 1)],
  ])('is parsed up to the maximum of %s, and refused with the number from there on', (_what, most, more) => {
    expect(() => parseReplyJson(most)).not.toThrow()
    expect(() => parseReplyJson(more)).toThrow(/^the answer has 5000[12] values; at most 50000 are read$/)
  })

  it('may have any number of signs in its strings', () => {
    const texts = ['[{,]"\\'.repeat(maxElements), '\\']
    expect(parseReplyJson(JSON.stringify(texts))).toEqual(texts)
  })

  it('that is damaged is no JSON, whatever its length', () => {
    for (const text of ['{', '"\\'.padEnd(maxElements + 1), 'x'.repeat(maxElements + 1)])
      expect(() => parseReplyJson(text)).toThrow(SyntaxError)
  })
})
