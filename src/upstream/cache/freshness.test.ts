// When no ask is needed, and until when the outcome is valid.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import type { Failure } from '../source.ts'
import { createFreshness } from './freshness.ts'

const second = 1_000
const minute = 60 * second
const source = { limits: { freshMs: 10 * minute, staleMs: 50 * minute, emptyFreshMs: 2 * minute } }
const failure: Failure = { kind: 'mismatch', detail: 'answered 404' }
const failed = { state: 'failed', failure } as const

function make() {
  const clock = makeClock()
  const freshness = createFreshness(clock.epochMs)
  const start = clock.epochMs()
  /** An answer from before the start. */
  const answer = (ageMs = 0) => ({ items: ['one'], at: new Date(start - ageMs) })
  const lookup = (old?: ReturnType<typeof answer>, maxAgeMs?: number) => freshness.lookup('k', source, old, maxAgeMs)
  return { clock, freshness, start, answer, lookup }
}

describe('the outcome of an ask that has just ended is valid', () => {
  const partial: Failure = { kind: 'timeout', detail: 'no whole answer in time' }
  const open = { state: 'failed', failure: { kind: 'open', detail: 'requests are paused' } } as const

  const fresh = { state: 'fresh', at: new Date(makeClock().epochMs()) } as const

  it.each([
    ['with items, for the fresh time', { ...fresh, items: ['one'] }, false, 10 * minute],
    ['without items, for the shorter time', { ...fresh, items: [] }, false, 2 * minute],
    ['for a partial answer, one minute', { ...fresh, items: ['one'], failure: partial }, false, minute],
    ['for a cacheable failure, one minute', failed, true, minute],
    ['for another failure, not at all', failed, false, 0],
    ['for a rejection by an open breaker, one second', open, false, second],
  ] as const)('%s', (_when, outcome, isCacheable, ms) => {
    const { freshness, start } = make()
    expect(freshness.until(source, outcome, isCacheable) - start).toBe(ms)
  })
})

describe('a cacheable failure', () => {
  it('is known for the rest of its minute; beside a stale answer, no longer than that may be served', () => {
    const { clock, freshness, start, answer, lookup } = make()
    freshness.recordEnd('k', failed, true)
    clock.advance(20 * second)
    expect(lookup()).toEqual({ outcome: failed, until: start + minute })
    const stale = answer(30 * minute)
    expect(lookup(stale)).toEqual({ outcome: { state: 'stale', ...stale, failure }, until: start + minute })
    expect(lookup(answer(60 * minute - 30 * second))?.until).toBe(start + 30 * second)
  })

  it('matters neither beside a fresh answer nor to a caller that requires a newer one', () => {
    const { freshness, start, answer, lookup } = make()
    freshness.recordEnd('k', failed, true)
    const fresh = answer(minute)
    expect(lookup(fresh)).toEqual({ outcome: { state: 'cached', ...fresh }, until: start + 9 * minute })
    expect(lookup(fresh, second)).toBeUndefined()
    expect(lookup(undefined, minute)).toBeUndefined()
  })

  it.each([
    ['an answer', { state: 'fresh' }, false],
    ['a failure that is not cacheable', failed, true],
  ] as const)('is replaced by %s', (_what, end, failedLately) => {
    const { freshness, lookup } = make()
    expect(freshness.failedLately('k')).toBe(false)
    freshness.recordEnd('k', failed, true)
    expect(freshness.failedLately('k')).toBe(true)
    freshness.recordEnd('k', end, false)
    expect(lookup()).toBeUndefined()
    expect(freshness.failedLately('k')).toBe(failedLately)
  })
})
