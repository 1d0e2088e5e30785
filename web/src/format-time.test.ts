// Formatting of times and amounts.
import { describe, expect, it } from 'vitest'
import { formatAge, formatCompact, formatDateTime, formatDuration } from './format-time.ts'

const now = Date.UTC(2026, 10, 20)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** As `Date.getTimezoneOffset` returns it there. */
function offsetIn(timeZone: string, at: number): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return (at - Date.parse(`${shown.replace(' ', 'T')}Z`)) / minute
}

describe('ageText', () => {
  it.each([
    [minute, '1 min. ago', '1 分钟前'],
    [hour - 1, '59 min. ago', '59 分钟前'],
    [hour, '1 hr. ago', '1 小时前'],
    [day - 1, '23 hr. ago', '23 小时前'],
    [day, 'yesterday', '昨天'],
    [3 * day, '3 days ago', '3 天前'],
    [70 * day, '2 months ago', '2 个月前'],
    [800 * day, '2 years ago', '2 年前'],
  ])('says of %d ms ago “%s” and “%s”', (ago, english, chinese) => {
    expect(formatAge(now - ago, now, 'en')).toBe(english)
    expect(formatAge(now - ago, now, 'zh')).toBe(chinese)
  })

  it('calls the last minute and what is to come just now', () => {
    for (const at of [now, now - minute + 1, now + day]) {
      expect(formatAge(at, now, 'en')).toBe('just now')
      expect(formatAge(at, now, 'zh')).toBe('刚刚')
    }
  })

  it.each([
    [new Date(2024, 11, 22), '2 years ago', '2 年前'],
    [new Date(2026, 8, 24), '2 months ago', '2 个月前'],
    [new Date(2026, 10, 19, 19), '3 days ago', '3 天前'],
    [new Date(2026, 10, 20, 23, 59), '2 days ago', '前天'],
    [new Date(2026, 10, 21, 18, 40), 'yesterday', '昨天'],
    [new Date(2026, 10, 21, 18, 41), '23 hr. ago', '23 小时前'],
    [new Date(2026, 9, 23), '30 days ago', '30 天前'],
    [new Date(2026, 9, 22, 23, 59), 'last month', '上个月'],
    [new Date(2025, 11, 1), '11 months ago', '11 个月前'],
    [new Date(2025, 10, 30), 'last year', '去年'],
  ])('goes by the calendar of the reader from a day on: %s is “%s” and “%s”', (at, english, chinese) => {
    const evening = new Date(2026, 10, 22, 18, 40).getTime()
    expect(formatAge(at.getTime(), evening, 'en')).toBe(english)
    expect(formatAge(at.getTime(), evening, 'zh')).toBe(chinese)
  })

  it.each([
    ['Asia/Shanghai', '2026-11-21T05:00:00Z', '2026-11-22T10:40:00Z', '昨天'],
    // Already the 21st in Shanghai, still the 20th in New York and London.
    ['Asia/Shanghai', '2026-11-20T16:30:00Z', '2026-11-22T10:40:00Z', '昨天'],
    ['America/New_York', '2026-11-20T16:30:00Z', '2026-11-22T10:40:00Z', '前天'],
    ['Europe/London', '2026-11-20T16:30:00Z', '2026-11-22T10:40:00Z', '前天'],
    ['Asia/Shanghai', '2025-12-31T16:00:00Z', '2026-12-31T15:00:00Z', '11 个月前'],
    ['America/New_York', '2025-12-31T16:00:00Z', '2026-12-31T15:00:00Z', '去年'],
    // Daylight saving time ends on the first day and starts on the second.
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T04:30:00Z', '24 小时前'],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '昨天'],
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '23 小时前'],
    ['America/New_York', '2026-03-07T05:00:00Z', '2026-03-09T04:00:00Z', '前天'],
  ])('in %s, of %s at %s, it says the day that calendars show there', (timeZone, at, then, chinese) => {
    expect(formatAge(Date.parse(at), Date.parse(then), 'zh', (time) => offsetIn(timeZone, time))).toBe(chinese)
  })
})

it('says a time in full', () => {
  const at = new Date(2026, 10, 20, 8, 5).getTime()
  expect(formatDateTime(at, 'en')).toMatch(/Nov 20, 2026.*8:05/)
  expect(formatDateTime(at, 'zh')).toMatch(/2026年11月20日.*0?8:05/)
})

it('says large amounts in few signs', () => {
  expect(formatCompact(12_345, 'zh')).toBe('1.2万')
  expect(formatCompact(12_345, 'en')).toBe('12.3K')
  expect(formatCompact(999, 'zh')).toBe('999')
})

it('says short durations in milliseconds and longer ones in seconds', () => {
  expect([0, 340.4, 999.7, 1_000, 1_249, 61_000].map(formatDuration)).toEqual([
    '0 ms',
    '340 ms',
    '1.0 s',
    '1.0 s',
    '1.2 s',
    '61.0 s',
  ])
})
