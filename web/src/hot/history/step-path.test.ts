// Tests the path of values over time.
import { expect, test } from 'vitest'
import { stepPath } from './step-path.ts'

const field = { from: 0, to: 10, top: 1, bottom: 5, width: 100, height: 40 }

test('a value holds until the next one, and the last one until the end', () => {
  const values = [
    { at: 0, value: 5 },
    { at: 5, value: 1 },
  ]
  expect(stepPath(values, field)).toBe('M0 40H50V0H100')
})

test('while an item is off the list there is no line', () => {
  const values = [
    { at: 0, value: 1 },
    { at: 2, value: null },
    { at: 8, value: 3 },
  ]
  expect(stepPath(values, field)).toBe('M0 0H20M80 20H100')
})

test('one value is a line in the middle of a field without height, and no value is no line', () => {
  expect(stepPath([{ at: 0, value: 3 }], { ...field, to: 0, top: 3, bottom: 3 })).toBe('M0 20H100')
  expect(stepPath([], field)).toBe('')
})
