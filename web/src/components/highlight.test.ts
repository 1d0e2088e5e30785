// Search words are highlighted, and no text is lost.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadFolding } from './folding.ts'
import { hasHit, highlight } from './highlight.ts'
import { createTitleFilter } from './title-filter.ts'

beforeAll(loadFolding)

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

it.each([
  ['X-Men.First.Class', 'X-Men: First', ['X-Men', 'First']],
  ['進擊的巨人 完結', '進擊的巨人', ['進擊的巨人']],
  ['Pokémon', 'pokemon', ['Pokémon']],
  ["Grey's Anatomy", 'greys', ["Grey's"]],
  ['海军罪案调查处：洛杉矶', '海军罪案调查处洛杉矶', ['海军罪案调查处：洛杉矶']],
])('%s is marked for %s as the server finds it', (text, typed, marked) => {
  expect(highlight(text, typed).flatMap((piece) => (piece.isHit ? piece.text : []))).toEqual(marked)
})

it('a text in traditional characters is marked for a simplified word', () => {
  expect(highlight('颱風來襲', '台风')).toEqual([
    { text: '颱風', isHit: true },
    { text: '來襲', isHit: false },
  ])
  expect(createTitleFilter({ exclude: ['台风'] })('颱風來襲')).toBe(false)
})
