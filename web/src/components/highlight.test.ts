// Search words are highlighted, and no text is lost.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasHit, highlight } from './highlight.ts'

/** The text with hits in brackets. */
function shown(text: string, typed: string): string {
  return highlight(text, typed)
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('')
}

describe('a title with the words that were looked for', () => {
  it.each([
    ['纸鹤 第二季', '纸鹤', '[纸鹤] 第二季'],
    ['看纸鹤，说纸鹤', '纸鹤', '看[纸鹤]，说[纸鹤]'],
    ['GitHub 上的 github', 'GITHUB', '[GitHub] 上的 [github]'],
    ['ＧｉｔＨｕｂ 热门', 'github', '[ＧｉｔＨｕｂ] 热门'],
    ['风起 纸鹤 归来', '归来  风起', '[风起] 纸鹤 [归来]'],
    ['哈哈哈', '哈哈', '[哈哈]哈'],
    ['㍿里的公司', '株式', '[㍿]里的公司'],
    ['İstanbul 纸鹤', '纸鹤', 'İstanbul [纸鹤]'],
    ['👩‍🚀 上天', '上天', '👩‍🚀 [上天]'],
    ['The Paper Crane', 'paper crane', 'The [Paper] [Crane]'],
    ['没有', '纸鹤', '没有'],
    ['纸鹤', ' ', '纸鹤'],
    ['', '纸鹤', ''],
  ])('%s, looked at for %s', (text, typed, expected) => {
    expect(shown(text, typed)).toBe(expected)
  })

  it('words next to each other are one piece', () => {
    expect(highlight('纸鹤归来', '纸鹤 归来')).toEqual([{ text: '纸鹤归来', isHit: true }])
  })

  it('nothing of the text is lost, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 3 }), (text, typed) => {
        const joined = highlight(text, typed).map((piece) => piece.text)
        expect(joined.join('')).toBe(text)
      }),
    )
  })

  it('one can ask whether anything is marked', () => {
    expect([hasHit('纸鹤', '鹤'), hasHit('纸鹤', '船')]).toEqual([true, false])
  })
})
