// Lenient lists: rows that are parsed one by one.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  firstElement,
  lenientArray,
  maybeAmount,
  maybeNumber,
  maybeText,
  maybeWord,
  nonEmptyText,
} from './lenient-schemas.ts'

const reply = z.object({ list: lenientArray(z.object({ id: nonEmptyText(), at: z.object({ n: z.number() }) })) })

function good(id: string) {
  return { id, at: { n: 1 }, more: true }
}

describe('a list', () => {
  it('is read row by row, in its order, and what cannot be read is left out', () => {
    const list = [good('a'), null, good('b'), 'advertisement', good('c')]
    expect(reply.parse({ list }).list.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('may be empty', () => {
    expect(reply.parse({ list: [] })).toEqual({ list: [] })
  })

  it('of which half can be read is read, and with one row less it is refused', () => {
    expect(reply.parse({ list: [good('a'), good('b'), {}, {}] }).list).toHaveLength(2)
    expect(reply.safeParse({ list: [good('a'), good('b'), {}, {}, {}] }).success).toBe(false)
  })

  it('is refused with how many rows could be read and what is wrong with the first that could not', () => {
    const { error } = reply.safeParse({ list: [good('a'), { id: 'b', at: { n: 'secret' } }, {}] })
    expect(error?.issues).toHaveLength(1)
    expect(error?.issues[0]?.path).toEqual(['list'])
    expect(error?.issues[0]?.message).toMatch(/^only 1 of 3 rows can be read \(at\.n: .*expected number.*\)$/)
    expect(error?.issues[0]?.message).not.toContain('secret')
  })

  it.each([undefined, null, {}, 'list', 5])('is no list when it is %s', (list) => {
    expect(reply.safeParse({ list }).success).toBe(false)
  })
})

it('a word is a text, also where it comes as a number', () => {
  expect(nonEmptyText().parse('780000000000000001')).toBe('780000000000000001')
  expect(nonEmptyText().parse(5)).toBe('5')
  for (const other of [null, undefined, true, {}, Number.NaN, 2 ** 53])
    expect(nonEmptyText().safeParse(other).success).toBe(false)
})

it.each([
  ['text', maybeText, ['a', ''], [5, {}]],
  ['number', maybeNumber, [5, 0], ['5', {}]],
  ['figure', maybeAmount, [5], ['five', {}]],
  ['word', maybeWord, ['a'], [{}, 2 ** 53]],
])(
  'a %s that may be missing is read when it is there, and refused when it is something else',
  (_what, shape, good, bad) => {
    for (const value of [undefined, null, ...good]) expect(shape.parse(value)).toBe(value)
    for (const value of bad) expect(shape.safeParse(value).success).toBe(false)
  },
)

it('a figure and a word that may be missing are read also as the other of text and number', () => {
  expect([maybeAmount.parse('5'), maybeAmount.parse(''), maybeWord.parse(5)]).toEqual([5, 0, '5'])
})

describe('the first of a list', () => {
  const shape = z.object({ tabs: firstElement(z.object({ id: nonEmptyText() })) })

  it('is read without a look at what follows', () => {
    expect(shape.parse({ tabs: [{ id: 1 }] })).toEqual({ tabs: { id: '1' } })
    expect(shape.parse({ tabs: [{ id: 1 }, null, 'card'] })).toEqual({ tabs: { id: '1' } })
  })

  it.each([[[]], [[null, { id: 1 }]], [{ 0: { id: 1 } }], [undefined]])('is refused of %j', (tabs) => {
    expect(shape.safeParse({ tabs }).success).toBe(false)
  })
})
