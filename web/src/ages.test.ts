// Times and amounts as a reader says them.
import { describe, expect, it } from 'vitest'
import { ageText, amountText, durationText, timeText } from './ages.ts'

const now = Date.UTC(2026, 10, 20)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

describe('ageText', () => {
  it.each([
    [minute, '1 min. ago', '1分钟前'],
    [hour - 1, '59 min. ago', '59分钟前'],
    [hour, '1 hr. ago', '1小时前'],
    [day - 1, '23 hr. ago', '23小时前'],
    [day, 'yesterday', '昨天'],
    [3 * day, '3 days ago', '3天前'],
    [70 * day, '2 mo. ago', '2个月前'],
    [800 * day, '2 yr. ago', '2年前'],
  ])('says of %d ms ago “%s” and “%s”', (ago, english, chinese) => {
    expect(ageText(now - ago, now, 'en')).toBe(english)
    expect(ageText(now - ago, now, 'zh')).toBe(chinese)
  })

  it('calls the last minute and what is to come now', () => {
    for (const at of [now, now - minute + 1, now + day]) {
      expect(ageText(at, now, 'en')).toBe('now')
      expect(ageText(at, now, 'zh')).toBe('现在')
    }
  })
})

it('says a time in full', () => {
  const at = new Date(2026, 10, 20, 8, 5).getTime()
  expect(timeText(at, 'en')).toMatch(/Nov 20, 2026.*8:05/)
  expect(timeText(at, 'zh')).toMatch(/2026年11月20日.*0?8:05/)
})

it('says large amounts in few signs', () => {
  expect(amountText(12_345, 'zh')).toBe('1.2万')
  expect(amountText(12_345, 'en')).toBe('12.3K')
  expect(amountText(999, 'zh')).toBe('999')
})

it('says short durations in milliseconds and longer ones in seconds', () => {
  expect([0, 340.4, 999.7, 1_000, 1_249, 61_000].map(durationText)).toEqual([
    '0 ms',
    '340 ms',
    '1.0 s',
    '1.0 s',
    '1.2 s',
    '61.0 s',
  ])
})
