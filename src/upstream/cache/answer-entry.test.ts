// Validation of cache entries written by another process, their age, and their keys.
import { describe, expect, it } from 'vitest'
import { pageSource } from '../../../test/kit/wire.ts'
import { defaultLimits } from '../source.ts'
import {
  type AnswerEntry,
  cacheKey,
  isFresh,
  sourceIdOfKey,
  totalTtlMs,
  usableAnswer,
  validateEntry,
} from './answer-entry.ts'

const texts = { isItem: (item: unknown) => typeof item === 'string' }

describe('a cache entry', () => {
  it('by this process is believed as it is', () => {
    const kept: AnswerEntry = { items: [7], at: 1 }
    expect(validateEntry(texts, kept)).toBe(kept)
    expect(validateEntry(texts, undefined)).toBeUndefined()
  })

  it('by another is believed when each item fits, and looked at once only', () => {
    const looked: unknown[] = []
    const source = { isItem: (item: unknown) => looked.push(item) > 0 }
    const kept: AnswerEntry = { items: ['a', 'b'], at: 1, isUnchecked: true }
    expect(validateEntry(source, kept)).toBe(kept)
    expect(kept).toEqual({ items: ['a', 'b'], at: 1 })
    expect(validateEntry(source, kept)).toBe(kept)
    expect(looked).toEqual(['a', 'b'])
  })

  it('of another process is invalid, however often it is read, when one item is invalid', () => {
    const kept: AnswerEntry = { items: ['a', 7], at: 1, isUnchecked: true }
    expect([validateEntry(texts, kept), validateEntry(texts, kept)]).toEqual([undefined, undefined])
  })

  it('of another process is valid for a source without validation', () => {
    expect(validateEntry({}, { items: [7], at: 1, isUnchecked: true })).toEqual({ items: [7], at: 1 })
  })

  it('of another process is invalid when it is more than its source may give, or its failure is longer than failures are', () => {
    const kept = (more: object): AnswerEntry => ({ items: ['a'], at: 1, isUnchecked: true, ...more })
    const few = { ...texts, isTooMuch: (items: readonly unknown[]) => items.length > 2 }
    const failure = { kind: 'timeout', detail: 'no whole answer in time' }
    expect(validateEntry(few, kept({ failure }))).toEqual({ items: ['a'], at: 1, failure })
    expect(validateEntry(few, kept({ items: ['a', 'b', 'c'] }))).toBeUndefined()
    expect(validateEntry(few, kept({ failure: { ...failure, detail: 'x'.repeat(301) } }))).toBeUndefined()
    expect(validateEntry(few, kept({ failure: { ...failure, detail: 'x\u202ey' } }))).toBeUndefined()
  })
})

describe('an earlier answer', () => {
  const source = { limits: { freshMs: 1_000, staleMs: 1_000 } }
  const minute = 60_000

  it.each([
    ['whose life is not over serves', -1_999, true],
    ['whose life is over does not', -2_000, false],
    ['that is a little ahead, as clocks are, serves', 5 * minute, true],
    ['that is further ahead was kept by a wrong clock, and does not', 5 * minute + 1, false],
  ])('%s', (_what, ahead, serves) => {
    const now = Date.UTC(2026, 10, 20)
    expect(usableAnswer(source, { items: [1], at: now + ahead }, now) !== undefined).toBe(serves)
  })
})

describe('a source without limits', () => {
  it('has the default ones, also where it sets only some', () => {
    const { freshMs, staleMs } = defaultLimits
    expect([totalTtlMs({}), totalTtlMs({ limits: { freshMs: 1 } })]).toEqual([freshMs + staleMs, 1 + staleMs])
  })
})

describe('an answer of another replica, whose clock is a little ahead', () => {
  it('is not fresh for a forced ask', () => {
    const old = { items: [1], at: new Date(1_000) }
    expect([0, 1, undefined].map((maxAgeMs) => isFresh({}, old, maxAgeMs, 0))).toEqual([false, true, true])
  })
})

describe('a key', () => {
  const source = { id: 'plugin:a', home: 'https://a.site.test/', ask: async () => [] }
  const keyOf = (query: object) => cacheKey<object, string>(source, query)

  it('contains the id of its source', () => {
    expect(sourceIdOfKey(keyOf({ q: 'x y' }))).toBe('plugin:a')
  })

  it.each([
    ['the order of members does not matter', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
    ['the order of list elements matters', { a: [1, 2] }, { a: [2, 1] }, false],
    ['numbers matter', { page: 1 }, { page: 2 }, false],
    ['a list is not an object', { a: ['x'] }, { a: { 0: 'x' } }, false],
    ['null is not an object', { a: null }, { a: {} }, false],
  ])('is equal for equal queries: %s', (_what, one, other, isEqual) => {
    expect(keyOf(one) === keyOf(other)).toBe(isEqual)
  })

  it('has its members in alphabetical order in every version of Trawl, because the stores outlive it', () => {
    expect(keyOf({ q: 'x', page: 1 })).toBe('plugin:a {"page":1,"q":"x"}')
  })

  const keyFor = (kw: string) => cacheKey({ ...pageSource('a', 'https://a.site.test/'), keyOf: (query) => query }, kw)

  it('contains a text of up to a thousand characters unchanged', () => {
    const text = '纸'.repeat(1_000)
    expect(keyFor(text)).toBe(`a ${text}`)
    expect(keyFor(`${text}x`)).toMatch(/^a #[\w-]{43}$/)
  })

  it('is short however long the query is, and differs where queries do', () => {
    const long = 'x'.repeat(60_000)
    expect(keyFor(long)).toMatch(/^a #[\w-]{43}$/)
    expect(keyFor(long)).toBe(keyFor(long))
    expect(keyFor(long)).not.toBe(keyFor(`${long}y`))
  })
})
