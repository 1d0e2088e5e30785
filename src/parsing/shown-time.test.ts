// Times as Chinese sites display them: time spans, days with a time, dates.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../test/kit/case-count.ts'
import { shownTime } from './times.ts'

// Noon on a Monday in China.
const now = new Date('2026-07-06T04:00:00Z')
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

function shiftOf(text: string): number | undefined {
  const at = shownTime(text, now)
  return at && at.getTime() - now.getTime()
}

function shown(text: string | null | undefined): string | undefined {
  return shownTime(text, now)?.toISOString()
}

describe('a span', () => {
  it.each([
    ['秒', second],
    ['秒钟', second],
    ['分', minute],
    ['分钟', minute],
    ['时', hour],
    ['小时', hour],
    ['个小时', hour],
    ['天', day],
    ['日', day],
    ['周', 7 * day],
    ['星期', 7 * day],
    ['个星期', 7 * day],
    ['月', 30 * day],
    ['个月', 30 * day],
    ['年', 365 * day],
  ])('in %s is past with 前 and to come with 后', (unit, ms) => {
    expect(shiftOf(`5${unit}前`)).toBe(-5 * ms)
    expect(shiftOf(`5 ${unit} 之前`)).toBe(-5 * ms)
    expect(shiftOf(`12${unit}以前`)).toBe(-12 * ms)
    expect(shiftOf(`几${unit}前`)).toBe(-3 * ms)
    expect(shiftOf(`2${unit}后`)).toBe(2 * ms)
    expect(shiftOf(`2${unit}以后`)).toBe(2 * ms)
  })

  it.each([
    ['second', second],
    ['minute', minute],
    ['min', minute],
    ['hour', hour],
    ['day', day],
    ['week', 7 * day],
    ['month', 30 * day],
    ['year', 365 * day],
  ])('in %s is past with ago and to come with in', (unit, ms) => {
    expect(shiftOf(`1 ${unit} ago`)).toBe(-ms)
    expect(shiftOf(`3 ${unit}s ago`)).toBe(-3 * ms)
    expect(shiftOf(`A ${unit} Ago`)).toBe(-ms)
    expect(shiftOf(`an ${unit} ago`)).toBe(-ms)
    expect(shiftOf(`in 3 ${unit}s`)).toBe(3 * ms)
  })

  it.each([
    ['2小时14分钟前', -(2 * hour + 14 * minute)],
    ['1天, 2小时 3分 4秒前', -(day + 2 * hour + 3 * minute + 4 * second)],
    ['1.5小时前', -1.5 * hour],
    ['2 hours, 5 minutes ago', -(2 * hour + 5 * minute)],
    ['2d 5h ago', -(2 * day + 5 * hour)],
    ['30s ago', -30 * second],
    ['刚刚', 0],
    ['刚才', 0],
    ['Just now', 0],
  ])('of several parts is their sum: %s', (text, shift) => {
    expect(shiftOf(text)).toBe(shift)
  })
})

describe('a day', () => {
  it.each([
    ['今天', '2026-07-05T16:00:00.000Z'],
    ['今日 08:05', '2026-07-06T00:05:00.000Z'],
    ['昨天', '2026-07-04T16:00:00.000Z'],
    ['昨天 10:20', '2026-07-05T02:20:00.000Z'],
    ['昨日10:20:30', '2026-07-05T02:20:30.000Z'],
    ['前天 23:59', '2026-07-04T15:59:00.000Z'],
    ['明天 0:00', '2026-07-06T16:00:00.000Z'],
    ['后天 8点', '2026-07-08T00:00:00.000Z'],
    ['昨天 8点30分', '2026-07-05T00:30:00.000Z'],
    ['昨天 8点30', '2026-07-05T00:30:00.000Z'],
    ['昨天 8点30分15秒', '2026-07-05T00:30:15.000Z'],
    ['昨天 8点15秒', '2026-07-05T00:00:15.000Z'],
  ])('is counted from midnight in China: %s', (text, at) => {
    expect(shown(text)).toBe(at)
  })

  it.each([
    ['周一 8点', '2026-07-06T00:00:00.000Z'],
    ['周一 12:00', '2026-07-06T04:00:00.000Z'],
    ['周一 12:01', '2026-06-29T04:01:00.000Z'],
    ['周二', '2026-06-29T16:00:00.000Z'],
    ['星期三 10:00', '2026-07-01T02:00:00.000Z'],
    ['周四 10:00', '2026-07-02T02:00:00.000Z'],
    ['周五 10:00', '2026-07-03T02:00:00.000Z'],
    ['周六 10:00', '2026-07-04T02:00:00.000Z'],
    ['周日 10:00', '2026-07-05T02:00:00.000Z'],
    ['星期天 10:00', '2026-07-05T02:00:00.000Z'],
  ])('of the week is the last one that is past: %s', (text, at) => {
    expect(shown(text)).toBe(at)
  })

  it('is that of China where it is already the next day there', () => {
    expect(shownTime('今天 00:10', new Date('2026-07-05T16:30:00Z'))?.toISOString()).toBe('2026-07-05T16:10:00.000Z')
  })
})

it.each([
  ['2024/10/3 12:26:16', 1_727_929_576_000],
  ['2024-10-03 12:26:16', 1_727_929_576_000],
  ['2024/10/3, 12:26:16', 1_727_929_576_000],
  [' 2024-10-3 12:26 ', 1_727_929_560_000],
  ['2024-10-03', 1_727_884_800_000],
])('a date and time is that of China: %s', (text, at) => {
  expect(shownTime(text, now)?.getTime()).toBe(at)
})

const timeless = ['置顶', '5分钟', '前', '5光年前', '昨天 25:00', '昨天 10:60', '2026-02-31 10:00', '5m ago']

it.each(['', ' ', null, undefined, ...timeless])('what says no time is none: %s', (text) => {
  expect(shown(text)).toBeUndefined()
})

it('the zone of the machine changes nothing', () => {
  const file = join(import.meta.dirname, 'times.ts')
  const code = `import { shownTime, chinaTime } from ${JSON.stringify(file)}
    import { feedTime } from ${JSON.stringify(join(import.meta.dirname, 'feed-time.ts'))}
    const now = new Date(${now.getTime()})
    const times = [shownTime('昨天 10:20', now), shownTime('周一 8点', now), shownTime('2024/10/3 12:26:16', now), feedTime('6 Jul 2026 11:20'), chinaTime('2026-05-02')]
    console.log(JSON.stringify(times))`
  const read = (TZ: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, TZ } }).toString()
  const [first, ...others] = ['UTC', 'Asia/Shanghai', 'America/New_York'].map(read)
  expect(JSON.parse(first ?? '')).toEqual([
    '2026-07-05T02:20:00.000Z',
    '2026-07-06T00:00:00.000Z',
    '2024-10-03T04:26:16.000Z',
    '2026-07-06T03:20:00.000Z',
    '2026-05-01T16:00:00.000Z',
  ])
  expect(others).toEqual([first, first])
})

it('any text is a time of the calendar or none, and a long one takes no long time', () => {
  const pieces = '5|几|an|小时|天|ago|前|后|in| |,|昨天|周一|10:20|2026-07-06|9'.split('|')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (words) => {
      const at = shownTime(words.join(''), now)
      expect(at === undefined || Number.isFinite(at.getTime())).toBe(true)
    }),
    { numRuns: caseCount(2_000) },
  )
  expect(shown(`${'9'.repeat(30)}年前`)).toBeUndefined()
  expect(shown('5天'.repeat(300_000))).toBeUndefined()
  expect(shown(`2026-07-06${' '.repeat(1_000_000)}x`)).toBe('2026-07-05T16:00:00.000Z')
})
