// Details of an item, and the contrast of text on a list's colour.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HotListItem } from '../../../src/contract/hotlist.ts'
import { caseCount } from '../../../test/kit/case-count.ts'
import { textColorOn } from './contrast.ts'
import { isLong, itemUrl, movementOf, sideText, workOf } from './item-details.ts'

const item: HotListItem = { id: '1', title: 'one', url: 'https://a.test/1', rank: 1 }
const now = 1_700_000_000_000

describe('beside the title', () => {
  it.each([
    ['the site’s own words', { hot: 12_345, extra: { info: '1286 万热度' } }, '1286 万热度'],
    ['else how hot it is', { hot: 871_885, pubDate: now }, '87.2万'],
    ['else how long ago it was', { pubDate: now - 180_000, extra: { date: '昨日' } }, '3 分钟前'],
    ['else the date as the site has it', { extra: { date: '昨日' } }, '昨日'],
    ['else nothing', {}, ''],
  ])('stand %s', (_, more, text) => {
    expect(sideText({ ...item, ...more }, now, 'zh')).toBe(text)
  })
})

describe('the movement of an item', () => {
  const ranked = { addedIds: new Set<string>(), isTimeLine: false }

  it('is the places it gained or lost, and none when it stayed', () => {
    expect(movementOf({ ...item, extra: { diff: 2 } }, ranked)).toEqual({ positions: 2 })
    expect(movementOf({ ...item, extra: { diff: -1 } }, ranked)).toEqual({ positions: -1 })
    expect(movementOf({ ...item, extra: { diff: 0 } }, ranked)).toBeUndefined()
    expect(movementOf(item, ranked)).toBeUndefined()
  })

  it('is that it is new where it was not there before', () => {
    expect(movementOf({ ...item, extra: { diff: 2 } }, { ...ranked, addedIds: new Set(['1']) })).toBe('new')
  })

  it('says nothing of places in a time line', () => {
    expect(movementOf({ ...item, extra: { diff: -2 } }, { ...ranked, isTimeLine: true })).toBeUndefined()
  })
})

describe('the address of an item', () => {
  const both: HotListItem = { ...item, mobileUrl: 'https://m.a.test/1' }

  it('is the one for phones on a phone only', () => {
    expect([itemUrl(both, true), itemUrl(both, false), itemUrl(item, true)]).toEqual([
      'https://m.a.test/1',
      'https://a.test/1',
      'https://a.test/1',
    ])
  })

  it('is none where a browser would do something else than open a page', () => {
    expect(itemUrl({ ...item, url: 'javascript:alert(1)' }, false)).toBeUndefined()
    expect(itemUrl({ ...item, mobileUrl: 'intent://a' }, true)).toBe('https://a.test/1')
  })
})

describe('a title', () => {
  it('is long when two lines do not hold it, of which Chinese needs more', () => {
    expect([isLong('纸'.repeat(28)), isLong('纸'.repeat(29))]).toEqual([false, true])
    expect([isLong('a'.repeat(56)), isLong('a'.repeat(57))]).toEqual([false, true])
  })
})

describe('the letter on a colour', () => {
  function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  it('has a contrast of at least 4.5 to 1 on every colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const colour = `#${number.toString(16).padStart(6, '0')}`
        const [dark = 0, light = 0] = [luminance(colour), luminance(textColorOn(colour))].toSorted(
          (one, other) => one - other,
        )
        expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: caseCount(2_000) },
    )
  })
})

describe('the work that an item names', () => {
  it.each([
    ['weibo', '纸鹤与灯塔定档', undefined],
    ['weibo', '《纸鹤与灯塔》定档 主演发文', '纸鹤与灯塔'],
    ['weibo', '《关于进一步加强海岸灯塔维护和管理工作的指导意见》印发', undefined],
    ['douban', '纸鹤与灯塔', '纸鹤与灯塔'],
    ['qqvideo-tv-hotsearch', '【独播】纸鹤与灯塔 (2026)', '纸鹤与灯塔'],
    ['weread-novel', '（出版）', '（出版）'],
  ])('of %s, %s, is %s', (listId, title, work) => {
    expect(workOf(title, listId)).toBe(work)
  })
})
