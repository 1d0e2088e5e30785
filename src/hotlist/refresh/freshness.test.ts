// How long a list is fresh.
import { expect, it } from 'vitest'
import { freshMs } from './scheduled-ask.ts'

const noon = Date.parse('2026-01-05T12:00:00+08:00')
const hour = 60 * 60_000

it('is its interval', () => {
  expect(freshMs({ interval: 600 }, noon)).toBe(600_000)
  expect(freshMs({ interval: 600, isOfToday: false }, noon - 12 * hour)).toBe(600_000)
})

it('of what is of one day in China does not reach back beyond midnight there', () => {
  const list = { interval: 6 * 3600, isOfToday: true }
  expect(freshMs(list, noon)).toBe(6 * hour)
  expect(freshMs(list, noon - 7 * hour)).toBe(5 * hour + 1)
  expect(freshMs(list, noon - 12 * hour)).toBe(1)
  expect(freshMs(list, noon - 12 * hour - 1)).toBe(6 * hour)
})
