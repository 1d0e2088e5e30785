// Times in the formats of foreign sites.
import { describe, expect, it } from 'vitest'
import { feedTime } from './feed-time.ts'
import { chinaDate, chinaHour, chinaTime, unixTime, zonedTime } from './times.ts'

describe('a time without a zone', () => {
  it.each([
    ['2026-05-02 17:15:30', '2026-05-02T09:15:30.000Z'],
    ['2026-01-01 07:59:59', '2025-12-31T23:59:59.000Z'],
    ['2026-05-02', '2026-05-01T16:00:00.000Z'],
    ['2026/5/2 7:05', '2026-05-01T23:05:00.000Z'],
    ['2026-05-02 17:15:30.250', '2026-05-02T09:15:30.000Z'],
    ['2026-05-02 17:15 最后回复 3', '2026-05-02T09:15:00.000Z'],
    ['2026-05-02 The end', '2026-05-01T16:00:00.000Z'],
  ])('is that of China: %s', (text, at) => {
    expect(chinaTime(text)?.toISOString()).toBe(at)
  })

  it.each(['', '昨天', '2026-02-31', '2026-13-01', '2026-05-02 25:00:00', '0000-00-00 00:00:00', undefined, null])(
    'is unknown when it is %s',
    (text) => {
      expect(chinaTime(text)).toBeUndefined()
    },
  )
})

it.each([
  ...['T10:00:00Z', ' 10:00:00 +0000', 'T10:00:00.000+08:00', ' 10:00:00 GMT', ' 10:00 PM', 'Z'],
  ...['99', 'T1000', ' 10:00:001'],
])('what goes on with a zone or a digit is no time of China: 2026-11-20%s', (rest) => {
  const text = `2026-11-20${rest}`
  expect(chinaTime(text)).toBeUndefined()
})

describe('a time with its zone', () => {
  it.each([
    ['2026-05-02T17:15:30+08:00', '2026-05-02T09:15:30.000Z'],
    ['2016-10-04T18:38:22Z', '2016-10-04T18:38:22.000Z'],
    ['2026-05-02T17:15+08:00', '2026-05-02T09:15:00.000Z'],
  ])('is taken at its word: %s', (text, at) => {
    expect(zonedTime(text)?.toISOString()).toBe(at)
  })

  it.each(['2026-05-02 17:15:30', '2026-02-31T00:00:00Z', '2026-05-02T24:00:00+08:00', 'May 2', '', undefined])(
    'is unknown when it is %s',
    (text) => {
      expect(zonedTime(text)).toBeUndefined()
    },
  )
})

it('the hour in China is eight ahead, over midnight too', () => {
  expect(chinaHour(new Date('2026-05-05T10:59:59Z'))).toBe(18)
  expect(chinaHour(new Date('2026-05-05T16:00:00Z'))).toBe(0)
})

it('the date in China is a day on from four in the afternoon, UTC', () => {
  expect(chinaDate(new Date('2026-05-05T15:59:59Z'))).toBe('2026-05-05')
  expect(chinaDate(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
})

describe('seconds since 1970', () => {
  it.each([
    [1_783_309_500, '2026-07-06T03:45:00.000Z'],
    ['1783309500', '2026-07-06T03:45:00.000Z'],
    [1.5, '1970-01-01T00:00:01.500Z'],
  ])('are a time: %s', (seconds, at) => {
    expect(unixTime(seconds)?.toISOString()).toBe(at)
  })

  const milliseconds = [1_783_309_500_000, '1783309500000', '17833095001234567890']

  it.each([0, '0', -1, ...milliseconds, Number.NaN, '', 'soon', null, undefined])(
    'are none when they are %s',
    (seconds) => {
      expect(unixTime(seconds)).toBeUndefined()
    },
  )
})

it('CST is China time beside a Chinese title, and unknown beside another', () => {
  expect(feedTime('Sat, 28 Oct 2023 08:28:28 CST', '纸鹤')?.toISOString()).toBe('2023-10-28T00:28:28.000Z')
  expect(feedTime('Sat, 28 Oct 2023 08:28:28 CST', 'Paper')).toBeUndefined()
})

describe('the time of a feed', () => {
  it.each([
    ['Mon, 06 Jul 2026 11:20:00 +0800', '2026-07-06T03:20:00.000Z'],
    ['Monday, 6 Jul 2026 03:20:00 GMT', '2026-07-06T03:20:00.000Z'],
    [' 6 Jul 2026 3:20 UT ', '2026-07-06T03:20:00.000Z'],
    ['Sun, 05 Jul 2026 23:20:00 EDT', '2026-07-06T03:20:00.000Z'],
    ['Mon, 06 Jul 2026 11:20:00', '2026-07-06T03:20:00.000Z'],
    ['2026-07-06T03:20:00.123Z', '2026-07-06T03:20:00.123Z'],
    ['2026-07-06T11:20+08:00', '2026-07-06T03:20:00.000Z'],
    ['2026-07-06 11:20:00', '2026-07-06T03:20:00.000Z'],
    ['2026-07-06 03:20:00 +00:00', '2026-07-06T03:20:00.000Z'],
    ['2026-07-06 11:20:00 +0800', '2026-07-06T03:20:00.000Z'],
    ['2026-07-06 11:20:00 +08', '2026-07-06T03:20:00.000Z'],
    ['Mon, 06 Jul 26 11:20:00 +0800', '2026-07-06T03:20:00.000Z'],
    ['Mon, 6th July 2026 03:20:00 GMT', '2026-07-06T03:20:00.000Z'],
    ['Monday, July 6, 2026 3:20 AM UTC', '2026-07-06T03:20:00.000Z'],
    ['July 6th, 2026 at 11:20 a.m.', '2026-07-06T03:20:00.000Z'],
    ['Mon Jul  6 03:20:00 UTC 2026', '2026-07-06T03:20:00.000Z'],
    ['06-Jul-2026 05:20:00 CEST', '2026-07-06T03:20:00.000Z'],
    ['Mon, 06 Jul 2026 03:20:00 +0000 (UTC)', '2026-07-06T03:20:00.000Z'],
    ['Mon, 06 Jul 2026 11:20:00 GMT+8', '2026-07-06T03:20:00.000Z'],
    ['1783308000', '2026-07-06T03:20:00.000Z'],
    ['1783308000000', '2026-07-06T03:20:00.000Z'],
    ['2026年7月6日 11:20', '2026-07-06T03:20:00.000Z'],
    ['2026年07月06日 上午11时20分00秒', '2026-07-06T03:20:00.000Z'],
    ['2026年7月6日', '2026-07-05T16:00:00.000Z'],
    ['2026-07-06 10:00 PM', '2026-07-06T14:00:00.000Z'],
  ])('is read as RSS, Atom and careless sites write it: %s', (text, at) => {
    expect(feedTime(text)?.toISOString()).toBe(at)
  })

  it.each([
    '',
    'yesterday',
    'Mon, 31 Feb 2026 10:00:00 GMT',
    'Mon, 06 Xyz 2026 10:00:00 GMT',
    'Mon, 06 Jul 2026 25:00:00 GMT',
    'Mon, 06 Jul 2026 10:00:00 CST',
    'Mon, 06 Jul 2026 10:00:00 +9999',
    '2026-07-06T10:00:00+99:99',
  ])('is unknown when it is "%s"', (text) => {
    expect(feedTime(text)).toBeUndefined()
  })
})
