// Times, titles and links as foreign sites write them.
import { describe, expect, it } from 'vitest'
import { chinaTime, isTitled, listed, magnetOf, titleText, zonedTime } from './reading.ts'

describe('a time without a zone', () => {
  it.each([
    ['2026-05-02 17:15:30', '2026-05-02T09:15:30.000Z'],
    ['2026-01-01 07:59:59', '2025-12-31T23:59:59.000Z'],
    ['2026-05-02', '2026-05-01T16:00:00.000Z'],
    ['2026/5/2 7:05', '2026-05-01T23:05:00.000Z'],
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

describe('a time with its zone', () => {
  it.each([
    ['2026-05-02T17:15:30+08:00', '2026-05-02T09:15:30.000Z'],
    ['2016-10-04T18:38:22Z', '2016-10-04T18:38:22.000Z'],
  ])('is taken at its word: %s', (text, at) => {
    expect(zonedTime(text)?.toISOString()).toBe(at)
  })

  it.each(['2026-05-02 17:15:30', 'May 2', '', undefined])('is unknown when it is %s', (text) => {
    expect(zonedTime(text)).toBeUndefined()
  })
})

it('a title loses the tags that mark hits in it', () => {
  expect(titleText("<em>纸鹤</em>与<span class='highlight'>灯塔</span> &amp; Co\n全12集")).toBe(
    '纸鹤与灯塔 & Co 全12集',
  )
})

it('a title holds a keyword when it holds all its words, in any order, case and width', () => {
  expect(isTitled('灯塔与Ｐaper Crane', 'paper 灯塔')).toBe(true)
  expect(isTitled('灯塔', 'paper 灯塔')).toBe(false)
})

it('a listed link stands before the text', () => {
  expect(listed([{ href: 'https://a.test/s', code: 'k3m9' }])).toEqual([
    { start: 0, end: 0, href: 'https://a.test/s', code: 'k3m9' },
  ])
})

it('a magnet names its hash in lower case, its name and its trackers', () => {
  expect(magnetOf('AB'.repeat(20), 'A & B', ['http://t.test:1/a'])).toBe(
    `magnet:?xt=urn:btih:${'ab'.repeat(20)}&dn=A%20%26%20B&tr=http%3A%2F%2Ft.test%3A1%2Fa`,
  )
})
