// The health cache: lifetimes, changes and size.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import type { LinkHealth } from '../../store/archive/types.ts'
import { createLinkHealthCache } from './health-cache.ts'

const dayMs = 24 * 60 * 60_000

function makeKnownHealth() {
  const clock = makeClock()
  const notes: [string, LinkHealth][] = []
  const knownHealth = createLinkHealthCache(clock.epochMs, (...note) => void notes.push(note))
  return { knownHealth, notes, clock }
}

describe('the health book', () => {
  it.each([
    ['ok', 7],
    ['locked', 7],
    ['bad', 30],
  ] as const)('believes %s for %i days', (state, days) => {
    const { knownHealth, clock } = makeKnownHealth()
    knownHealth.set('quark:a', { state, at: clock.epochMs() })
    clock.advance(days * dayMs - 1)
    expect(knownHealth.stateOf('quark:a')).toBe(state)
    clock.advance(1)
    expect(knownHealth.stateOf('quark:a')).toBeUndefined()
  })

  it('takes what is newer, and tells of it once', () => {
    const { knownHealth, notes, clock } = makeKnownHealth()
    const at = clock.epochMs()
    knownHealth.set('quark:a', { state: 'ok', at: at - 2 })
    knownHealth.set('quark:a', { state: 'bad', at })
    knownHealth.set('quark:a', { state: 'ok', at: at - 1 })
    knownHealth.set('quark:a', { state: 'bad', at })
    expect(knownHealth.stateOf('quark:a')).toBe('bad')
    expect(notes).toEqual([
      ['quark:a', { state: 'ok', at: at - 2 }],
      ['quark:a', { state: 'bad', at }],
    ])
  })

  it.each(['ok', 'bad'] as const)(
    'keeps %s when an access code is missing or wrong later, as long as that counts',
    (state) => {
      const { knownHealth, notes, clock } = makeKnownHealth()
      knownHealth.set('quark:a', { state, at: clock.epochMs() })
      clock.advance(1)
      knownHealth.set('quark:a', { state: 'locked', at: clock.epochMs() })
      expect([knownHealth.stateOf('quark:a'), notes.length]).toEqual([state, 1])
      clock.advance(30 * dayMs)
      knownHealth.set('quark:a', { state: 'locked', at: clock.epochMs() })
      expect(knownHealth.stateOf('quark:a')).toBe('locked')
      clock.advance(6 * dayMs)
      knownHealth.set('quark:a', { state: 'locked', at: clock.epochMs() })
      clock.advance(6 * dayMs)
      expect(knownHealth.stateOf('quark:a')).toBe('locked')
      knownHealth.set('quark:a', { state: 'ok', at: clock.epochMs() })
      expect(knownHealth.stateOf('quark:a')).toBe('ok')
    },
  )

  it('does not count what was noted while the clock was ahead, and takes any other in its place', () => {
    const { knownHealth, notes, clock } = makeKnownHealth()
    const ahead = clock.epochMs() + 5 * 60_000
    knownHealth.set('quark:a', { state: 'bad', at: ahead })
    knownHealth.set('quark:b', { state: 'bad', at: ahead + 1 })
    expect([knownHealth.stateOf('quark:a'), knownHealth.stateOf('quark:b')]).toEqual(['bad', undefined])
    knownHealth.set('quark:b', { state: 'locked', at: clock.epochMs() })
    expect(knownHealth.stateOf('quark:b')).toBe('locked')
    knownHealth.set('quark:b', { state: 'bad', at: ahead + 1 })
    expect([knownHealth.stateOf('quark:b'), notes.length]).toEqual(['locked', 3])
  })

  it('learns what was found elsewhere where it knows nothing newer, tells nobody, and says which shares that are', () => {
    const { knownHealth, notes, clock } = makeKnownHealth()
    const at = clock.epochMs()
    knownHealth.set('quark:a', { state: 'ok', at })
    const found = ['quark:a', 'quark:b'].map((key) => [key, { state: 'bad', at: at - 1 }] as const)
    expect(knownHealth.merge(new Map(found))).toEqual(['quark:b'])
    expect(knownHealth.merge(new Map(found))).toEqual([])
    expect([knownHealth.stateOf('quark:a'), knownHealth.stateOf('quark:b')]).toEqual(['ok', 'bad'])
    expect(notes).toHaveLength(1)
  })

  it('remembers 100 000 shares, those asked for last', () => {
    const { knownHealth, clock } = makeKnownHealth()
    for (let number = 0; number < 100_000; number += 1)
      knownHealth.set(`quark:${number}`, { state: 'bad', at: clock.epochMs() })
    expect(knownHealth.stateOf('quark:0')).toBe('bad')
    knownHealth.set('quark:new', { state: 'bad', at: clock.epochMs() })
    expect(['0', '1', 'new'].map((code) => knownHealth.stateOf(`quark:${code}`))).toEqual(['bad', undefined, 'bad'])
  })
})
