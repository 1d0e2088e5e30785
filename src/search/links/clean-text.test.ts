// Invisible characters of a text, and offsets before and after their removal.
import { expect, it } from 'vitest'
import { cleanText } from './clean-text.ts'

const invisible = [...'\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff']
const visible = '\u00ac纸\u00ae\u200a\u2010\u205f\u2061\ufefe😀'

it.each(invisible)('an invisible character is removed, and no visible one: %j', (mark) => {
  expect(cleanText(`${mark}${visible}${mark}${mark}${visible}${mark}`).text).toBe(visible + visible)
})

it('a fullwidth colon before two slashes becomes a colon, and no other does', () => {
  expect(cleanText('链接：https：//a.test/ http：//b.test/').text).toBe('链接：https://a.test/ http://b.test/')
})

it('offsets lead to the same character in both directions, and to the end behind the last', () => {
  const { text, into, back } = cleanText('\u200bab\u200b\u200bc\u200b')
  expect(text).toBe('abc')
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(into)).toEqual([0, 0, 1, 2, 2, 2, 3, 3, 3])
  expect([0, 1, 2, 3].map(back)).toEqual([1, 2, 5, 7])
})

it('offsets of a text without invisible characters are the same in both directions', () => {
  const { into, back } = cleanText('链接：https：//a.test/')
  expect([into(7), back(7)]).toEqual([7, 7])
})
