// Displayed health: definite results only, until they expire.
import { describe, expect, it } from 'vitest'
import { collectedLink } from '../../../test/kit/page-data.ts'
import { confirmedState, displayedHealth, sortState } from './link-health.ts'

const health = { state: 'bad', checkedAt: 1, expiresAt: 10 } as const
const bare = collectedLink('quark:a')
const dead = { ...bare, health }

describe('how a share is known to be', () => {
  it('is what the service told with it, until that is out of date', () => {
    expect(displayedHealth(dead, undefined, 9)).toEqual(health)
    expect(displayedHealth(dead, undefined, 10)).toBeUndefined()
  })

  it('still counts for the order when it is out of date, as it does for the service', () => {
    expect(confirmedState(dead, undefined)).toBe('bad')
  })

  it('is what a check has found since', () => {
    expect(confirmedState(dead, { state: 'ok', checkedAt: 5 })).toBe('ok')
  })

  it('stays as told while a check is under way or cannot tell', () => {
    expect(confirmedState(dead, { state: 'asking' })).toBe('bad')
    expect(confirmedState(dead, { state: 'uncertain' })).toBe('bad')
    expect(confirmedState(dead, { state: 'unsupported' })).toBe('bad')
  })

  it('is nothing to go by when a check cannot tell', () => {
    expect(displayedHealth(bare, { state: 'uncertain' }, 9)?.state).toBe('uncertain')
    expect(confirmedState(bare, { state: 'uncertain' })).toBeUndefined()
  })

  it('is nothing to show where the service has no means to ask', () => {
    const summary = 'cannot be asked: answers only with a token'
    expect(displayedHealth(bare, { state: 'uncertain', checkedAt: 5, summary }, 9)).toBeUndefined()
    expect(displayedHealth(dead, { state: 'uncertain', checkedAt: 5, summary }, 9)).toEqual(health)
    expect(displayedHealth(bare, { state: 'unsupported', checkedAt: 5, summary: 'x' }, 9)).toBeUndefined()
  })

  it('is uncertain for the order only when a check cannot tell and the service told nothing', () => {
    expect(sortState(bare, { state: 'uncertain' })).toBe('uncertain')
    expect(sortState(dead, { state: 'uncertain' })).toBe('bad')
    expect(sortState(bare, { state: 'asking' })).toBeUndefined()
    expect(sortState(bare, { state: 'ok', checkedAt: 5 })).toBe('ok')
  })
})
