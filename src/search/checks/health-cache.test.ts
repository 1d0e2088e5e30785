// The health cache: lifetimes, changes and size.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import type { LinkHealth } from '../../store/archive/types.ts'
import { createLinkHealthCache } from './health-cache.ts'

const dayMs = 24 * 60 * 60_000

function makeBook() {
  const clock = makeClock()
  const notes: [string, LinkHealth][] = []
  const book = createLinkHealthCache(clock.epochMs, (...note) => void notes.push(note))
  return { book, notes, clock }
}

describe('the health book', () => {
  it('knows nothing of what was never noted', () => {
    expect(makeBook().book.stateOf('quark:a')).toBeUndefined()
  })

  it.each([
    ['ok', 7],
    ['locked', 7],
    ['bad', 30],
  ] as const)('believes %s for %i days', (state, days) => {
    const { book, clock } = makeBook()
    book.set('quark:a', { state, at: clock.epochMs() })
    clock.advance(days * dayMs - 1)
    expect(book.stateOf('quark:a')).toBe(state)
    clock.advance(1)
    expect(book.stateOf('quark:a')).toBeUndefined()
  })

  it('takes what is newer, and tells of it once', () => {
    const { book, notes, clock } = makeBook()
    const at = clock.epochMs()
    book.set('quark:a', { state: 'ok', at: at - 2 })
    book.set('quark:a', { state: 'bad', at })
    book.set('quark:a', { state: 'ok', at: at - 1 })
    book.set('quark:a', { state: 'bad', at })
    expect(book.stateOf('quark:a')).toBe('bad')
    expect(notes).toEqual([
      ['quark:a', { state: 'ok', at: at - 2 }],
      ['quark:a', { state: 'bad', at }],
    ])
  })

  it.each(['ok', 'bad'] as const)(
    'keeps %s when an access code is missing or wrong later, as long as that counts',
    (state) => {
      const { book, notes, clock } = makeBook()
      book.set('quark:a', { state, at: clock.epochMs() })
      clock.advance(1)
      book.set('quark:a', { state: 'locked', at: clock.epochMs() })
      expect([book.stateOf('quark:a'), notes.length]).toEqual([state, 1])
      clock.advance(30 * dayMs)
      book.set('quark:a', { state: 'locked', at: clock.epochMs() })
      expect(book.stateOf('quark:a')).toBe('locked')
      clock.advance(6 * dayMs)
      book.set('quark:a', { state: 'locked', at: clock.epochMs() })
      clock.advance(6 * dayMs)
      expect(book.stateOf('quark:a')).toBe('locked')
      book.set('quark:a', { state: 'ok', at: clock.epochMs() })
      expect(book.stateOf('quark:a')).toBe('ok')
    },
  )

  it('does not count what was noted while the clock was ahead, and takes any other in its place', () => {
    const { book, notes, clock } = makeBook()
    const ahead = clock.epochMs() + 5 * 60_000
    book.set('quark:a', { state: 'bad', at: ahead })
    book.set('quark:b', { state: 'bad', at: ahead + 1 })
    expect([book.stateOf('quark:a'), book.stateOf('quark:b')]).toEqual(['bad', undefined])
    book.set('quark:b', { state: 'locked', at: clock.epochMs() })
    expect(book.stateOf('quark:b')).toBe('locked')
    book.set('quark:b', { state: 'bad', at: ahead + 1 })
    expect([book.stateOf('quark:b'), notes.length]).toEqual(['locked', 3])
  })

  it('learns what was found earlier without telling anybody, where it knows nothing newer', () => {
    const { book, notes, clock } = makeBook()
    const at = clock.epochMs()
    book.set('quark:a', { state: 'ok', at })
    book.merge(
      new Map([
        ['quark:a', { state: 'bad', at: at - 1 }],
        ['quark:b', { state: 'bad', at: at - 1 }],
      ]),
    )
    expect([book.stateOf('quark:a'), book.stateOf('quark:b')]).toEqual(['ok', 'bad'])
    expect(notes).toHaveLength(1)
  })

  it('says of which shares it learned something new', () => {
    const { book, clock } = makeBook()
    const bad = { state: 'bad', at: clock.epochMs() } as const
    expect(book.merge(new Map([['quark:a', bad]]))).toEqual(['quark:a'])
    const both = new Map([
      ['quark:b', bad],
      ['quark:a', bad],
    ])
    expect(book.merge(both)).toEqual(['quark:b'])
  })

  it('remembers 100 000 shares, those asked for last', () => {
    const { book, clock } = makeBook()
    for (let number = 0; number < 100_000; number += 1)
      book.set(`quark:${number}`, { state: 'bad', at: clock.epochMs() })
    expect(book.stateOf('quark:0')).toBe('bad')
    book.set('quark:new', { state: 'bad', at: clock.epochMs() })
    expect(['0', '1', 'new'].map((code) => book.stateOf(`quark:${code}`))).toEqual(['bad', undefined, 'bad'])
  })
})
