// Holds the marks in a title to the words that were searched.
import { describe, expect, it } from 'vitest'
import { highlight } from './highlight.ts'

function marked(title: string, kw: string) {
  return highlight(title, kw)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('')
}

describe('the words of a search in a title', () => {
  it.each([
    ['纸鹤与灯塔', '纸鹤', '[纸鹤]与灯塔'],
    ['The Paper Crane', 'paper crane', 'The [Paper] [Crane]'],
    ['４Ｋ 纸鹤', '4k', '[４Ｋ] 纸鹤'],
    ['aaa', 'aa', '[aa]a'],
    ['纸鹤', '灯塔', '纸鹤'],
    ['纸鹤', ' ', '纸鹤'],
    ['', '纸鹤', ''],
  ])('%s, searched for “%s”', (title, kw, expected) => {
    expect(marked(title, kw)).toBe(expected)
  })

  it('are not marked where folding moves letters', () => {
    expect(marked('㍿ 纸鹤', '纸鹤')).toBe('㍿ 纸鹤')
  })
})
