// Tables of the terminal: widths, empty columns, alignment and space.
import { expect, it } from 'vitest'
import { plainScreen } from '../../../test/kit/screen.ts'
import { spaceFor, table } from './text-width.ts'

const screen = plainScreen(80)

it('columns are as wide as their widest cell, and one whose cells are all empty is left out', () => {
  const rows = [
    [['三体'], [''], ['a']],
    [['x'], [''], ['b']],
  ] as const
  expect(table(rows, [{}, {}, {}], screen)).toEqual(['三体  a', 'x     b'])
})

it('a text that is longer than its column is truncated, or overflows where that is asked for', () => {
  const rows = [[['abcdef'], ['x']]] as const
  expect(table(rows, [{ max: 4 }, {}], screen)).toEqual(['abc…  x'])
  expect(table(rows, [{ max: 4, overflows: true }, {}], screen)).toEqual(['abcdef  x'])
})

it('numbers are aligned to the right, and no line ends with blanks', () => {
  const rows = [
    [['1'], ['a'], ['note']],
    [['12'], ['b'], ['']],
  ] as const
  expect(table(rows, [{ right: true, min: 3 }, { gap: 1 }, {}], screen)).toEqual(['  1 a  note', ' 12 b'])
})

it('a column has the space that the others and their gaps leave', () => {
  expect(spaceFor(0, [[['title'], ['12'], ['']]], [{}, {}, {}], 20)).toBe(16)
})
