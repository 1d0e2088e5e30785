// The memory budget: its limit and its eviction order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import { createMemoryBudget, type MemoryCache } from './memory-budget.ts'

const minute = 60_000

function make(maxBytes: number) {
  const clock = makeClock()
  const budget = createMemoryBudget(maxBytes, clock.epochMs)
  return { budget, clock, cache: budget.createCache<string>() }
}

/** Stores this many entries of 10 bytes that are never used again. */
function passThrough(cache: MemoryCache<string>, count: number): void {
  for (let at = 0; at < count; at += 1) cache.set(`passing ${at}`, 'once', 10)
}

function keptOf(cache: MemoryCache<string>, keys: readonly string[]): string[] {
  return keys.filter((key) => cache.peek(key) !== undefined)
}

describe('a cache within a budget', () => {
  it('returns a value under its key, until it is deleted', () => {
    const { budget, cache } = make(100)
    cache.set('a', 'one', 10)
    cache.set('a', 'two', 10)
    expect([cache.get('a'), cache.peek('a'), cache.get('b')]).toEqual(['two', 'two', undefined])
    cache.delete('a')
    expect([cache.get('a'), budget.bytes(), cache.count()]).toEqual([undefined, 0, 0])
  })

  it('shares the budget with other caches, which have keys of their own', () => {
    const { budget, cache } = make(40)
    const other = budget.createCache<number>()
    cache.set('a', 'text', 10)
    other.set('a', 7, 20)
    expect([cache.get('a'), other.get('a'), budget.bytes()]).toEqual(['text', 7, 30])
    passThrough(cache, 4)
    expect(budget.bytes()).toBe(40)
  })

  it('returns a value until its time is over, and not a millisecond longer', () => {
    const { clock, cache } = make(100)
    cache.set('a', 'value', 10, clock.epochMs() + minute)
    clock.advance(minute)
    expect([cache.get('a'), cache.peek('a')]).toEqual(['value', 'value'])
    clock.advance(1)
    expect([cache.peek('a'), cache.get('a')]).toEqual([undefined, undefined])
  })

  it('does not store a value whose time is over, and removes the one before it', () => {
    const { clock, cache } = make(100)
    cache.set('a', 'one', 10)
    cache.set('a', 'two', 10, clock.epochMs() - 1)
    expect(cache.peek('a')).toBeUndefined()
  })

  it('does not store a value larger than half of it, and evicts only the one before it', () => {
    const { cache } = make(100)
    cache.set('a', 'small', 10)
    cache.set('b', 'small', 10)
    cache.set('b', 'large', 51)
    expect(keptOf(cache, ['a', 'b'])).toEqual(['a'])
  })

  it('never exceeds the budget, and counts what is stored, whatever happens', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    type Made = ReturnType<typeof make>
    const step = fc.oneof(
      fc.tuple(key, fc.integer({ min: 1, max: 60 }), fc.nat(9)).map(([one, bytes, forMs]) => (made: Made) => {
        made.cache.set(one, `${bytes}`, bytes, made.clock.epochMs() + forMs)
        expect(made.cache.peek(one)).toBe(bytes > 50 ? undefined : `${bytes}`)
      }),
      key.map(
        (one) =>
          ({ cache }: Made) =>
            void cache.get(one),
      ),
      key.map(
        (one) =>
          ({ cache }: Made) =>
            cache.delete(one),
      ),
      fc.nat(4).map(
        (ms) =>
          ({ clock }: Made) =>
            clock.advance(ms),
      ),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const made = make(100)
        const { budget, cache } = made
        for (const run of steps) {
          run(made)
          expect(budget.bytes()).toBeLessThanOrEqual(100)
        }
        const stored = 'abcdefgh'.split('').filter((one) => cache.peek(one) !== undefined)
        const bytes = stored.reduce((sum, one) => sum + Number(cache.peek(one)), 0)
        // Expired entries stay until they are evicted.
        expect(bytes).toBeLessThanOrEqual(budget.bytes())
        for (const one of 'abcdefgh') cache.delete(one)
        expect([budget.bytes(), cache.count()]).toEqual([0, 0])
      }),
    )
  })
})

describe('when memory is needed', () => {
  it('entries that were used once go first, the oldest of them before the others', () => {
    const { cache } = make(40)
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 'value', 10)
    cache.get('a')
    cache.set('e', 'value', 10)
    expect(keptOf(cache, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'c', 'd', 'e'])
  })

  it('all of it serves entries that are used once, if there are no others', () => {
    const { cache } = make(100)
    passThrough(cache, 20)
    expect(cache.count()).toBe(10)
  })

  it('peeking does not count as a use', () => {
    const { cache } = make(20)
    for (const key of ['a', 'b']) cache.set(key, 'value', 10)
    cache.peek('a')
    cache.set('c', 'value', 10)
    expect(keptOf(cache, ['a', 'b', 'c'])).toEqual(['b', 'c'])
  })

  it('an entry that was used again stays while ten times the budget of entries used once passes through', () => {
    const { cache } = make(1_000)
    cache.set('popular', 'value', 10)
    cache.get('popular')
    passThrough(cache, 1_000)
    expect(cache.peek('popular')).toBe('value')
  })

  it('a value that replaces one that was used again stays like it', () => {
    const { cache } = make(1_000)
    cache.set('popular', 'one', 10)
    cache.get('popular')
    cache.set('popular', 'two', 10)
    passThrough(cache, 1_000)
    expect(cache.peek('popular')).toBe('two')
  })

  it('an entry that was popular fades once others are used again', () => {
    const { cache } = make(1_000)
    cache.set('popular', 'value', 10)
    for (let at = 0; at < 1_000; at += 1) cache.get('popular')
    for (let at = 0; at < 150; at += 1) {
      cache.set(`other ${at}`, 'value', 10)
      cache.get(`other ${at}`)
    }
    expect(cache.peek('popular')).toBeUndefined()
  })
})
