// Text helpers for foreign replies.
import { describe, expect, it } from 'vitest'
import { amountOf, distinct, oneLine, splitHeadline, titleText, truncate, uniqueById } from './text.ts'

it('a title loses the tags that mark hits in it', () => {
  expect(titleText("<em>纸鹤</em>与<span class='highlight'>灯塔</span> &amp; Co\n全12集")).toBe(
    '纸鹤与灯塔 & Co 全12集',
  )
})

it('a title that is missing is a blank one', () => {
  expect([titleText(undefined), titleText(null)]).toEqual(['', ''])
})

it('a text on one line has no breaks, no blanks around it and one between words', () => {
  expect(oneLine(' 纸鹤\n\t 与\u3000灯塔 ')).toBe('纸鹤 与 灯塔')
})

it('words stay in their order, each once, and items as they came first', () => {
  expect(distinct(['b', '', 'a', 'b'])).toEqual(['b', 'a'])
  const items = [
    { id: 'b', at: 1 },
    { id: 'a', at: 2 },
    { id: 'b', at: 3 },
  ]
  expect(uniqueById(items)).toEqual(items.slice(0, 2))
})

it('a text is cut between characters', () => {
  expect(truncate('纸鹤', 2)).toBe('纸鹤')
  expect(truncate('纸🕊🕊', 2)).toBe('纸…')
})

it.each([
  ['【某地发布细则】细则自八月起施行。', { title: '某地发布细则', rest: '细则自八月起施行。' }],
  [' 【一】\n二\n三', { title: '一', rest: '二\n三' }],
  ['【只有标题】 ', { title: '只有标题' }],
  ['【】没有标题', { title: '【】没有标题' }],
  ['白银走高【图】', { title: '白银走高【图】' }],
  ['【没有结束', { title: '【没有结束' }],
])('a headline in brackets is told from what follows: %j', (flash, parts) => {
  expect(splitHeadline(flash)).toEqual(parts)
})

describe('an amount', () => {
  it.each([
    ['1,024,310', 1_024_310],
    ['1，024', 1_024],
    ['374.4万热度', 3_744_000],
    ['374.4 万热度', 3_744_000],
    ['12.3w', 123_000],
    ['12.3W+', 123_000],
    ['1.2亿', 120_000_000],
    ['3萬', 30_000],
    ['3千万', 30_000_000],
    ['3百万', 3_000_000],
    ['5百', 500],
    ['3百度', 3],
    ['1.5万亿', 1_500_000_000_000],
    ['45.6k views', 45_600],
    ['热度 98', 98],
    ['320 points', 320],
    ['3 kinds, 5 weeks', 3],
    ['3.14', 3.14],
    ['0', 0],
  ])('is the first number of a text: %s', (text, amount) => {
    expect(amountOf(text)).toBe(amount)
  })

  it('that is a number already is itself', () => {
    expect(amountOf(12.345)).toBe(12.345)
  })

  it.each(['', '热', '万', '9'.repeat(17), '9'.repeat(400), null, undefined, Number.NaN, Number.POSITIVE_INFINITY])(
    'is unknown in %s',
    (text) => {
      expect(amountOf(text)).toBeUndefined()
    },
  )
})
