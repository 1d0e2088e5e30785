// Layout of a long list: positions, rendered rows, and offset shifts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutRows, offsetShift, rangeBetween, renderedIndexes, totalHeight } from './row-positions.ts'

/** Rows a to j: b is 30 px high, all others have the estimated height. */
const rows = layOutRows([...'abcdefghij'], new Map([['b', 30]]), 10)

describe('rows', () => {
  it('stand one below the other, those that are not measured yet as high as they are likely to be', () => {
    expect(rows.starts.slice(0, 4)).toEqual([0, 10, 40, 50])
    expect(totalHeight(rows)).toBe(120)
    expect(totalHeight(layOutRows([], new Map(), 10))).toBe(0)
  })

  it.each([
    ['the top', 0, 25, { first: 0, last: 1 }],
    ['within a high row', 15, 35, { first: 1, last: 1 }],
    ['from one row into another', 39, 50, { first: 1, last: 3 }],
    ['above the list', -90, -50, { first: 0, last: 0 }],
    ['below the list', 500, 900, { first: 9, last: 9 }],
  ])('on the screen are those of its place: %s', (_, top, bottom, range) => {
    expect(rangeBetween(rows, top, bottom)).toEqual(range)
  })

  it('on the screen are none when there are none', () => {
    const none = layOutRows([], new Map(), 10)
    expect(renderedIndexes(none, rangeBetween(none, 0, 900), 6, 'a')).toEqual([])
  })
})

describe('the rows that are there', () => {
  it.each([
    ['some around the screen', { first: 4, last: 5 }, undefined, [2, 3, 4, 5, 6, 7]],
    ['no more than there are', { first: 0, last: 8 }, undefined, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['the one with the focus, above', { first: 8, last: 9 }, 'a', [0, 6, 7, 8, 9]],
    ['the one with the focus, below', { first: 0, last: 0 }, 'j', [0, 1, 2, 9]],
    ['the one with the focus, once', { first: 0, last: 0 }, 'b', [0, 1, 2]],
    ['not one that has gone', { first: 0, last: 0 }, 'z', [0, 1, 2]],
  ])('are %s', (_, range, stays, shown) => {
    expect(renderedIndexes(rows, range, 2, stays)).toEqual(shown)
  })

  it('cover the whole screen, wherever it is', () => {
    const heights = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(heights, fc.nat(9_000), fc.integer({ min: 1, max: 900 }), (all, top, size) => {
        const keys = all.map((_height, index) => `${index}`)
        const list = layOutRows(keys, new Map(all.map((height, index) => [`${index}`, height])), 1)
        const { first, last } = rangeBetween(list, top, top + size)
        const end = totalHeight(list)
        expect(list.starts[first]).toBeLessThanOrEqual(top)
        expect(list.starts[last + 1]).toBeGreaterThanOrEqual(Math.min(end, top + size))
        if (top < end) expect(list.starts[first + 1]).toBeGreaterThan(top)
      }),
    )
  })
})

describe('what is read', () => {
  const now = (keys: string) => layOutRows([...keys], new Map([['b', 30]]), 10)

  it('moves by what comes or goes above it', () => {
    expect(offsetShift(rows, now('xabcdefghij'), 45)).toBe(10)
    expect(offsetShift(rows, now('acdefghij'), 45)).toBe(-30)
    expect(offsetShift(rows, now('abcdefghijxyz'), 45)).toBe(0)
  })

  it('is the next row that is still there when the one on top has gone', () => {
    expect(offsetShift(rows, now('abefghij'), 45)).toBe(-20)
    expect(offsetShift(rows, now('xyz'), 45)).toBe(0)
  })
})
