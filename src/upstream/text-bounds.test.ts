// Foreign texts are cut where a character ends, and cleaned of what nobody sees.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpstreamError } from './errors.ts'
import { cutText, failureText, maxCharacters, plainLine, plainLines } from './text-bounds.ts'

const unseen = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff]/u
const joined = '👨‍👩‍👧 ❤️ किताब 葛\u{E0100}城'

describe('a text', () => {
  it('is cut to a length, never within a surrogate pair', () => {
    expect(cutText('abc', 3)).toBe('abc')
    expect(cutText('abcd', 3)).toBe('abc')
    expect(cutText('ab😀', 3)).toBe('ab')
    expect(cutText('ab😀', 4)).toBe('ab😀')
  })

  it('on one line has no control, no mark of direction and nothing unseen; joined characters stay', () => {
    expect(plainLine('a\u009b31mb\x1b]0;c\u202ed\u200be\u2066f\n g ')).toBe('a 31mb ]0;cdef g')
    expect(plainLine(joined)).toBe(joined)
  })

  it('of several lines keeps its lines', () => {
    expect(plainLines('a\u009b\nb\u202e\r\n\tc\u2028d\x00')).toBe('a \nb\r\n\tc d ')
    expect(plainLines(`${joined}\n资源\n`)).toBe(`${joined}\n资源\n`)
  })

  it('has none of it whatever it was, and is the same when it is made fit again', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(text, (one) => {
        expect(plainLine(one)).not.toMatch(unseen)
        expect(plainLine(plainLine(one))).toBe(plainLine(one))
        expect(plainLines(one).replace(/[\n\r\t]/g, '')).not.toMatch(unseen)
        expect(failureText(failureText(one.repeat(20)))).toBe(failureText(one.repeat(20)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the message of a failure', () => {
  it('is one line of at most 300 characters, whatever it quotes', () => {
    const { message } = new UpstreamError('mismatch', `it is \u202e\x1b${'x'.repeat(4_000_000)}`)
    expect(message.length).toBe(maxCharacters.failureText)
    expect(message.startsWith('it is xxx')).toBe(true)
    expect(message.endsWith('x…')).toBe(true)
  })

  it('that is short and plain stays as it is', () => {
    expect(new UpstreamError('blocked', 'answered 403').message).toBe('answered 403')
  })
})
