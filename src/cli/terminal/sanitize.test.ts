// Sanitizing of third-party text: no control characters, and readable text is unchanged.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeText, sanitizeUrl } from './sanitize.ts'
import { displayWidth, pad, truncate, wrapText } from './text-width.ts'

describe('a text of strangers', () => {
  it.each([
    ['\x1b[31mred\x1b[0m', '[31mred [0m'],
    ['\x1b]8;;http://evil.example\x07click\x1b]8;;\x07', ']8;;http://evil.example click ]8;;'],
    ['\u009b2Jgone', '2Jgone'],
    ['one\r\ntwo\tthree\u2028four', 'one two three four'],
    ['safe\u202Egpj.exe', 'safegpj.exe'],
    ['a\u200Bb\u2066c\uFEFFd', 'abcd'],
    ['\uD800half', '\uFFFDhalf'],
    [`z${'\u0335'.repeat(80)}algo`, `z${'\u0335'.repeat(4)}algo`],
    ['  much   air  ', 'much air'],
  ])('%j is %j', (text, shown) => {
    expect(sanitizeText(text)).toBe(shown)
  })

  it.each(['三体 全集 4K', 'e\u0301te\u0301', '👨‍👩‍👧 家庭', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'किताब', '葛\u{E0100}城', '❤️'])(
    '%s stays as it is',
    (text) => {
      expect(sanitizeText(text)).toBe(text)
    },
  )

  it('has no control in it, whatever it was, and is the same when it is made fit again', () => {
    const runs = 2_000
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const shown = sanitizeText(text)
        expect(shown).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u)
        expect(sanitizeText(shown)).toBe(shown)
      }),
      { numRuns: runs },
    )
    console.info(`terminal text: ${runs} texts`)
  })

  it('leaves an address whole, without what would break it', () => {
    expect(sanitizeUrl('https://pan.example/s/1?pwd=ab\x1b[2J\r\n#风')).toBe('https://pan.example/s/1?pwd=ab[2J#风')
  })
})

describe('cells', () => {
  it.each([
    ['abc', 3],
    ['三体', 4],
    ['e\u0301', 1],
    ['👨‍👩‍👧', 2],
    ['ｶﾞ', 2],
  ])('%s takes %i', (text, cells) => {
    expect(displayWidth(text)).toBe(cells)
  })

  it.each([
    ['三体全集', 5, '三体…'],
    ['三体全集', 4, '三… '],
    ['abcdef', 4, 'abc…'],
    ['👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
    ['ab', 4, 'ab  '],
    ['ab', 0, ''],
  ])('%s in %i cells is %j', (text, cells, shown) => {
    expect(pad(text, cells)).toBe(shown)
  })

  it('are exactly as many as are asked for, whatever the text', () => {
    const runs = 3_000
    const texts = fc.string({ unit: 'grapheme', maxLength: 40 }).map(sanitizeText)
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, cells) => {
        expect(displayWidth(truncate(text, cells))).toBeLessThanOrEqual(cells)
        expect(displayWidth(pad(text, cells, 'right'))).toBe(cells)
      }),
      { numRuns: runs },
    )
    console.info(`cells: ${runs} texts`)
  })

  it('break sentences between words, with what stands before each line', () => {
    expect(wrapText('one two three 三体', 11, '  ')).toEqual(['  one two', '  three', '  三体'])
    expect(wrapText('averylongwordthatdoesnotfit', 5)).toEqual(['averylongwordthatdoesnotfit'])
  })
})
