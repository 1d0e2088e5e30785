// Folding for matching, and texts that are made to grow by it.
import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'

describe('a folded text', () => {
  it.each([
    ['纸鹤 4k', '纸鹤 4k'],
    ['ＡＢＣ１２', 'abc12'],
    ['㈱アパート㌀', '(株)アパートアパート'],
    ['ﷺ', 'صلى الله عليه وسلم'],
  ])('of %s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('has at most four times as many characters', () => {
    const grown = '\ufdfa'.repeat(10_000)
    expect(grown.normalize('NFKC').length).toBe(180_000)
    expect(foldText(grown).length).toBe(40_000)
    expect(foldText('\ufdfa'.repeat(10)).length).toBe(100)
  })
})
