// Times without a year or a day, parsed when it is already the next day in China.
import { expect, it } from 'vitest'
import { parseTime } from './row-time.ts'

const now = new Date('2026-01-05T00:10:00+08:00')

it.each([
  ['08:31', '2026-01-05T08:31:00+08:00'],
  [' 0:05:09 ', '2026-01-05T00:05:09+08:00'],
  ['01-04 23:59', '2026-01-04T23:59:00+08:00'],
  ['01-04', '2026-01-04T00:00:00+08:00'],
  ['1月4日', '2026-01-04T00:00:00+08:00'],
  ['1月4日 8:05', '2026-01-04T08:05:00+08:00'],
  ['1月4日08:05', '2026-01-04T08:05:00+08:00'],
  // Clocks differ by hours, not by most of a year.
  ['01-06 00:10', '2026-01-06T00:10:00+08:00'],
  ['01-06 00:11', '2025-01-06T00:11:00+08:00'],
  ['12月31日', '2025-12-31T00:00:00+08:00'],
  ['昨日 21:05', '2026-01-04T21:05:00+08:00'],
  ['5分钟前', '2026-01-05T00:05:00+08:00'],
  ['2024-12-31 07:02', '2024-12-31T07:02:00+08:00'],
  ['Jan 4, 2026', '2026-01-04T00:00:00+08:00'],
  ['3 hours ago', '2026-01-04T21:10:00+08:00'],
  ['Mon, 05 Jan 2026 00:00:00 GMT', '2026-01-05T08:00:00+08:00'],
  ['2个月前', '2025-11-06T00:10:00+08:00'],
])('%s is %s', (text, at) => {
  expect(parseTime(text, now, undefined)).toEqual(new Date(at))
})

it.each(['', '24:00', '08:61', '13-01', '2月30日', '1月4', '08:31更新'])('%s is no time', (text) => {
  expect(parseTime(text, now, undefined)).toBeUndefined()
})

it('a day that only the last year has is of that year', () => {
  expect(parseTime('02-29', new Date('2025-03-01T00:00:00Z'), undefined)).toEqual(new Date('2024-02-29T00:00:00+08:00'))
  expect(parseTime('02-29', new Date('2026-03-01T00:00:00Z'), undefined)).toBeUndefined()
})
