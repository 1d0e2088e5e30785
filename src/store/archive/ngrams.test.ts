// N-grams of titles: any part of a title is found.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWords } from '../../contract/fold-text.ts'
import { gramsOfWords, ngrams } from './ngrams.ts'

function found(title: string, kw: string): boolean {
  const grams = ngrams(foldWords(title))
  const wanted = gramsOfWords(foldWords(kw).split(/\s+/))
  return wanted.length > 0 && wanted.every((gram) => grams.includes(gram))
}

describe('the pieces of a text', () => {
  it('are single ideographs, and two that stand together; of ASCII two, three, and one that stands alone', () => {
    expect(ngrams('纸鹤2 4k hdr')).toEqual(['纸', '纸鹤', '鹤', '鹤2', '2', '4k', 'hd', 'hdr', 'dr'])
    expect(ngrams('x：鹤')).toEqual(['x', '鹤'])
    expect(ngrams('…（）')).toEqual([])
  })

  it('are each there once, however often they occur', () => {
    expect(ngrams('哈哈哈哈')).toEqual(['哈', '哈哈'])
  })

  it('of a book are those of its beginning', () => {
    expect(ngrams('纸鹤'.repeat(10_000)).length).toBeLessThan(10)
    const digits = Array.from({ length: 10_000 }, (_, at) => at).join(' ')
    expect(ngrams(digits).length).toBeLessThan(400)
  })
})

describe('a title', () => {
  it.each([
    ['流浪地球2 4K 国语', '地球'],
    ['流浪地球2 4K 国语', '球'],
    ['流浪地球2 4K 国语', '地球2'],
    ['流浪地球2 4K 国语', '4k'],
    ['流浪地球2 4K 国语', '国语 地球'],
    ['流浪地球2 4K 国语', '4k 流浪地球2'],
    ['流浪地球2019', '地球 2'],
    ['《流浪地球》（2023）', '《流浪地球》'],
    ['The Wandering Earth', 'wander'],
    ['ＡＢＣ半角', 'abc'],
    ['𠮷野家', '𠮷野'],
    ['Ünïcödé café', 'cödé'],
    ['X战警', 'x'],
    ['a b', 'b'],
  ])('%s is found by %s', (title, kw) => {
    expect(found(title, kw)).toBe(true)
  })

  it.each([
    ['流浪地球2 4K 国语', '球流'],
    ['流浪地球2 4K 国语', '地球3'],
    ['流浪地球2 4K 国语', '流浪 木星'],
    ['abcdef', 'abd'],
    ['纸鹤', '？！'],
  ])('%s is not found by %s', (title, kw) => {
    expect(found(title, kw)).toBe(false)
  })

  it('is found by every part of it of two characters or more, and by any of its ideographs', () => {
    const letter = fc.constantFrom(...'纸鹤与灯塔地球流浪２ａ24kKéЖ한あ:·（ 。-', '𠮷', 'ab', 'the ')
    const titles = fc.array(letter, { minLength: 1, maxLength: 30 }).map((letters) => letters.join(''))
    let cases = 0
    fc.assert(
      fc.property(titles, fc.nat(), fc.nat(), (title, from, length) => {
        const characters = [...foldWords(title)]
        const start = from % characters.length
        const part = characters.slice(start, start + 1 + (length % 8)).join('')
        // Of parts with no more than lone letters of ASCII not every title is found.
        if (gramsOfWords(part.split(/\s+/)).every((gram) => /^[a-z0-9]$/.test(gram))) return
        cases += 1
        expect(found(title, part), `${title} by ${part}`).toBe(true)
      }),
      { seed: 8, numRuns: 20_000 },
    )
    console.info(`${cases} parts of titles`)
    expect(cases).toBeGreaterThan(10_000)
  })
})
