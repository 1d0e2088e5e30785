// Tests that new values keep the format of the old ones.
import { expect, test } from 'vitest'
import { largestOf, writeFigure, writeId, writeText, writeTime } from './value-formats.ts'

const now = Date.parse('2026-11-20T18:05:09.000Z')

test.each([
  ['1783310400', '1795197909'],
  ['1783310400000', '1795197909000'],
  ['20260706', '20261121'],
  ['2026-07-06', '2026-11-21'],
  ['Jul 6, 2026', 'Nov 21, 2026'],
  ['7月6日', '11月21日'],
  ['2026-07-06 11:02:10', '2026-11-21 02:05:09'],
  ['2026-07-06- 11:20', '2026-11-21- 02:05'],
  ['07-06 09:41', '11-21 02:05'],
  ['11:45', '02:05'],
  ['08:30:12', '02:05:09'],
  ['091407', '112102'],
  ['2026/09/14 08:18', '2026/11/21 02:05'],
  ['2026/9/4 8:07:50', '2026/11/21 2:05:09'],
  ['2026-07-06T02:00:00.000Z', '2026-11-20T18:05:09.000Z'],
  ['2026-07-06T03:20:11+00:00', '2026-11-20T18:05:09+00:00'],
  ['2026-07-06T03:30:00-07:00', '2026-11-20T11:05:09-07:00'],
  ['Mon, 06 Jul 2026 02:00:00 GMT', 'Fri, 20 Nov 2026 18:05:09 GMT'],
  ['2026-07-06T03:35:00', '2026-11-20T18:05:09'],
  ['2026年07月06日 09时16分 星期一', '2026年11月21日 02时05分 星期六'],
  ['Mon, 06 Jul 2026 04:00:00 +0000', 'Fri, 20 Nov 2026 18:05:09 +0000'],
  ['Mon, 06 Jul 2026 11:00:00 +0800', 'Sat, 21 Nov 2026 02:05:09 +0800'],
  ['{\n "year": 2026,\n "month": 7,\n "day": 5\n}', '{"year":2026,"month":11,"day":21}'],
])('a time like %j is written %j', (old, written) => {
  expect(writeTime(now, old, now)).toBe(written)
})

test.each([
  [10_000, '5分钟前', '1分钟前'],
  [59 * 60_000, '1小时前', '59分钟前'],
  [3 * 3_600_000, '5分钟前', '3小时前'],
  [50 * 3_600_000, '5分钟前', '2天前'],
  [60 * 60_000, '昨日 21:05', '01:05'],
  [3 * 3_600_000, '08:31', '昨日 23:05'],
  [48 * 3_600_000, '08:31', '11月19日'],
])('%i ms ago, like %j, is %j', (age, old, written) => {
  expect(writeTime(now - age, old, now)).toBe(written)
})

test('an unknown time format throws with its text', () => {
  expect(() => writeTime(now, 'last summer', now)).toThrow('"last summer"')
})

test.each([
  [0.5, '1854', '1854', '927'],
  [0.5, '845', '12,576', '6,288'],
  [2, '12,576', '1,024,310', '2,048,620'],
  [0.5, '8.1', '12.3', '6.2'],
  [0.5, '-0.8', '1.25', '-0.63'],
  [0.5, '0', '412', '0'],
])('a heat of %f in place of %j, the largest being %j, is %j', (heat, old, largest, written) => {
  expect(writeFigure(heat, old, largest)).toBe(written)
})

test('the largest figure is found through commas and signs', () => {
  expect(largestOf(['9,999', '-12,000', '512'])).toBe('-12,000')
})

test.each([
  [42, '2400001', '2000042'],
  [42, '470001', '400042'],
  [7, '90001', '90007'],
  [654_321, '2400001', '2654321'],
  [654_321, 'BV1xx0000001', 'BV1xx0654321'],
  [654_321, '970/001', '654/321'],
  [654_321, 'a12b', 'a654321b'],
  [654_321, 'p3?page=1', 'p3?page=654321'],
])('%i in the form of %j is %j', (number, old, written) => {
  expect(writeId(number, old)).toBe(written)
})

test.each(['demo', '7'])('an id without a replaceable digit, %j, throws', (old) => {
  expect(() => writeId(1, old)).toThrow(`"${old}"`)
})

test('a text gets the percent-encoding, escapes and underscores of the old one', () => {
  expect(writeText('纸鹤', '\\u79cb\\u7cae')).toBe('\\u7eb8\\u9e64')
  expect(writeText('纸鹤', '%E9%AB%98')).toBe('%E7%BA%B8%E9%B9%A4')
  expect(writeText('纸', '%25E9%25AB%2598')).toBe('%25E7%25BA%25B8')
  expect(writeText('quiet-lantern', 'Dota_2')).toBe('quiet_lantern')
  expect(writeText('quiet-lantern', 'demo-one')).toBe('quiet-lantern')
})
