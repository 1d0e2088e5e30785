// Foreign texts are truncated between characters and cleaned of invisible ones.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../test/kit/case-count.ts'
import { UpstreamError } from './errors.ts'
import { failureText, maxCharacters, removeControls, truncateText } from './text-limits.ts'

const unseen = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060-\u2069\ufeff]/u
const joined = '👨‍👩‍👧 ❤️ किताब 葛\u{E0100}城'

describe('a text', () => {
  it('is cut to a length, never within a surrogate pair', () => {
    expect(truncateText('abc', 3)).toBe('abc')
    expect(truncateText('abcd', 3)).toBe('abc')
    expect(truncateText('ab😀', 3)).toBe('ab')
    expect(truncateText('ab😀', 4)).toBe('ab😀')
  })

  it('of several lines has no control and no mark of direction; its lines and joined characters stay', () => {
    expect(removeControls('a\u009b\nb\u202ec\u2066\r\n\td\u2028e\x00')).toBe('a \nbc\r\n\td e ')
    expect(removeControls(`${joined}\n资源\n`)).toBe(`${joined}\n资源\n`)
  })

  it('that is all controls and marks is the same when it is made fit again', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(text, (one) => {
        const shown = removeControls(one)
        expect(shown.replace(/[\n\r\t]/g, '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2028\u2029\u2066-\u2069]/u)
        expect(removeControls(shown)).toBe(shown)
        const failure = failureText(one.repeat(20))
        expect(failure).not.toMatch(unseen)
        expect(failureText(failure)).toBe(failure)
      }),
      { numRuns: caseCount(300) },
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

  it('has no control, no mark of direction and nothing unseen; joined characters stay', () => {
    expect(failureText('a\u009b31mb\x1b]0;c\u202ed\u200be\u2066f\n g ')).toBe('a 31mb ]0;cdef g')
    expect(failureText(joined)).toBe(joined)
  })

  it('that is short and plain stays as it is', () => {
    expect(new UpstreamError('blocked', 'answered 403').message).toBe('answered 403')
  })
})
