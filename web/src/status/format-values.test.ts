// Formatting of figures.
import { expect, it } from 'vitest'
import {
  formatCount,
  formatLogTime,
  formatMegabytes,
  formatPercent,
  formatTimeSpan,
  serverNow,
} from './format-values.ts'

it('never rounds a share up', () => {
  expect(formatPercent(1)).toBe('100%')
  expect(formatPercent(0.9996)).toBe('99.9%')
  expect(formatPercent(0.29)).toBe('29%')
  expect(formatPercent(0)).toBe('0%')
})

it('says counts and sizes in full', () => {
  expect(formatCount(12_345, 'en')).toBe('12,345')
  expect(formatMegabytes(215_052_288, 'zh')).toBe('205 MB')
})

it('says a span in its two largest units', () => {
  expect(formatTimeSpan(0, 'en')).toBe('0 seconds')
  expect(formatTimeSpan(59.9, 'en')).toBe('59 seconds')
  expect(formatTimeSpan(61, 'en')).toBe('1 minute')
  expect(formatTimeSpan(3_600 + 120, 'en')).toBe('1 hour 2 minutes')
  expect(formatTimeSpan(3 * 86_400 + 4 * 3_600 + 300, 'en')).toBe('3 days 4 hours')
  expect(formatTimeSpan(86_400 + 60, 'en')).toBe('1 day')
  expect(formatTimeSpan(3 * 86_400, 'zh')).toBe('3 天')
})

it('says a moment to the second, midnight as 00', () => {
  const at = new Date(2026, 10, 22, 0, 5, 9).getTime()
  expect(formatLogTime(at, 'zh')).toBe('11/22 00:05:09')
  expect(formatLogTime(at, 'en')).toBe('22/11, 00:05:09')
})

it('goes by the clock of the service, however wrong that of the browser is', () => {
  const aDayBehind = 1_000_000
  expect(serverNow(90_000_000, aDayBehind, aDayBehind + 20_000)).toBe(90_020_000)
})

it('does not go back when the page has ticked before an answer came', () => {
  expect(serverNow(5_000, 2_000, 1_000)).toBe(5_000)
})
