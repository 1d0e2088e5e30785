// The memory budget: its limit and its eviction order.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import { createMemoryBudget, type Weight, type WeightedCache } from './weighted-cache.ts'

const minute = 60_000
const plain = { bytes: 10, costMs: 100 }

function make(maxBytes: number) {
  const clock = makeClock()
  const budget = createMemoryBudget(maxBytes, clock.epochMs)
  return { budget, clock, held: budget.createCache<string>() }
}

/** A budget of 100 bytes whose limit is checked after each step. */
function makeRun() {
  const { budget, clock, held } = make(100)
  const last = new Map<string, { readonly value: string; readonly bytes: number }>()
  let sets = 0
  return {
    budget,
    clock,
    held,
    last,
    set(key: string, weight: Weight, forMs: number) {
      sets += 1
      held.set(key, `${sets}`, weight, clock.epochMs() + forMs)
      expect(held.peek(key)).toBe(`${sets}`)
      last.set(key, { value: `${sets}`, bytes: weight.bytes })
    },
    get: (key: string) => expect([undefined, last.get(key)?.value]).toContain(held.get(key)),
    drop(key: string) {
      held.delete(key)
      expect(held.peek(key)).toBeUndefined()
    },
  }
}

/** Stores this many entries that are never used again. */
function passThrough(held: WeightedCache<string>, count: number, weight = plain): void {
  for (let at = 0; at < count; at += 1) held.set(`passing ${at}`, 'once', weight)
}

function stayed(held: WeightedCache<string>, keys: readonly string[]): string[] {
  return keys.filter((key) => held.peek(key) !== undefined)
}

describe('what is kept within a budget', () => {
  it('is given back under its key, until it is deleted', () => {
    const { held } = make(100)
    held.set('a', 'one', plain)
    held.set('a', 'two', plain)
    expect([held.get('a'), held.peek('a'), held.get('b')]).toEqual(['two', 'two', undefined])
    held.delete('a')
    expect([held.get('a'), held.bytes(), held.count()]).toEqual([undefined, 0, 0])
  })

  it('shares it with things of other kinds, under the same keys too', () => {
    const { budget, held } = make(40)
    const others = budget.createCache<number>()
    held.set('a', 'text', plain)
    others.set('a', 7, { bytes: 20, costMs: 200 })
    expect([held.get('a'), others.get('a')]).toEqual(['text', 7])
    expect([held.bytes(), others.bytes(), budget.bytes()]).toEqual([10, 20, 30])
    passThrough(held, 2)
    expect([held.bytes() + others.bytes(), budget.bytes()]).toEqual([40, 40])
  })

  it('is there until its time is over, and not a millisecond longer', () => {
    const { clock, held } = make(100)
    held.set('a', 'value', plain, clock.epochMs() + minute)
    clock.advance(minute)
    expect([held.get('a'), held.peek('a')]).toEqual(['value', 'value'])
    clock.advance(1)
    expect([held.peek('a'), held.get('a'), held.bytes()]).toEqual([undefined, undefined, 0])
  })

  it('is not kept when its time is over already, and what was there before goes', () => {
    const { clock, held } = make(100)
    held.set('a', 'one', plain)
    held.set('a', 'two', plain, clock.epochMs() - 1)
    expect(held.peek('a')).toBeUndefined()
  })

  it('is not kept when it is larger than the whole, and drives nothing out but what was before it', () => {
    const { held } = make(100)
    held.set('a', 'small', plain)
    held.set('b', 'small', plain)
    held.set('b', 'large', { bytes: 101, costMs: 1_000_000 })
    expect(stayed(held, ['a', 'b'])).toEqual(['a'])
  })

  it('is always the sum of what was kept last, and never more than the bound', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    const weight = fc.record({ bytes: fc.nat(60), costMs: fc.nat(3) })
    const forMs = fc.option(fc.nat(9), { nil: Number.POSITIVE_INFINITY })
    type Run = ReturnType<typeof makeRun>
    const step = fc.oneof(
      fc.tuple(key, weight, forMs).map((given) => (run: Run) => run.set(...given)),
      key.map((one) => (run: Run) => run.get(one)),
      key.map((one) => (run: Run) => run.drop(one)),
      fc.nat(4).map((ms) => (run: Run) => run.clock.advance(ms)),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const run = makeRun()
        for (const does of steps) {
          does(run)
          expect(run.budget.bytes()).toBeLessThanOrEqual(100)
        }
        const there = [...run.last].filter(([one]) => run.held.peek(one) !== undefined)
        expect(run.budget.bytes()).toBe(there.reduce((sum, [, { bytes }]) => sum + bytes, 0))
        expect([run.held.bytes(), run.held.count()]).toEqual([run.budget.bytes(), there.length])
      }),
    )
  })
})

describe('when room is needed', () => {
  it('of things worth the same the one that was not used for longest goes', () => {
    const { held } = make(30)
    for (const key of ['a', 'b', 'c']) held.set(key, 'value', plain)
    held.get('a')
    held.set('d', 'value', plain)
    expect(stayed(held, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd'])
  })

  it('looking without using saves nothing', () => {
    const { held } = make(20)
    for (const key of ['a', 'b']) held.set(key, 'value', plain)
    held.peek('a')
    held.set('c', 'value', plain)
    expect(stayed(held, ['a', 'b', 'c'])).toEqual(['b', 'c'])
  })

  it('what was popular stays while ten times the budget of things asked once passes through', () => {
    const { held } = make(1_000)
    held.set('popular', 'value', plain)
    for (let at = 0; at < 20; at += 1) held.get('popular')
    passThrough(held, 1_000)
    expect(held.peek('popular')).toBe('value')
  })

  it('what was popular fades, however popular it was', () => {
    const { held } = make(1_000)
    held.set('popular', 'value', plain)
    for (let at = 0; at < 100_000; at += 1) held.get('popular')
    passThrough(held, 2_000)
    expect(held.peek('popular')).toBeUndefined()
  })

  it('what takes long to have again stays while ten times the budget of what is quickly made passes through', () => {
    const { held } = make(1_000)
    const dear = Array.from({ length: 50 }, (_, at) => `dear ${at}`)
    for (const key of dear) held.set(key, 'value', { bytes: 10, costMs: 2_000 })
    passThrough(held, 1_000, { bytes: 10, costMs: 5 })
    expect(stayed(held, dear)).toEqual(dear)
  })

  it('what takes long to have again goes too once it was not used for very long', () => {
    const { held } = make(1_000)
    held.set('dear', 'value', { bytes: 10, costMs: 2_000 })
    passThrough(held, 30_000, { bytes: 10, costMs: 10 })
    expect(held.peek('dear')).toBeUndefined()
  })

  it('a large thing that is quickly made goes before many small ones that are not', () => {
    const { held } = make(1_000)
    const small = Array.from({ length: 50 }, (_, at) => `small ${at}`)
    for (const key of small) held.set(key, 'value', plain)
    held.set('large', 'value', { bytes: 500, costMs: 100 })
    held.set('one more', 'value', plain)
    expect(stayed(held, [...small, 'large', 'one more'])).toEqual([...small, 'one more'])
  })

  it('what is over goes before all that is not, whatever it was worth', () => {
    const { clock, held } = make(30)
    held.set('poor', 'value', { bytes: 10, costMs: 1 })
    held.set('over', 'value', { bytes: 10, costMs: 10_000 }, clock.epochMs() + minute)
    held.set('lasting', 'value', plain, clock.epochMs() + 2 * minute)
    clock.advance(minute + 1)
    held.set('new', 'value', plain)
    expect(stayed(held, ['poor', 'over', 'lasting', 'new'])).toEqual(['poor', 'lasting', 'new'])
  })

  it('a value set anew under its key keeps the uses of the one before it', () => {
    const { held } = make(30)
    held.set('used', 'one', plain)
    for (let at = 0; at < 10; at += 1) held.get('used')
    held.set('used', 'two', plain)
    passThrough(held, 15)
    expect(held.peek('used')).toBe('two')
  })

  it('a value that became cheap under its key goes before what is dear', () => {
    const { held } = make(30)
    for (const key of ['a', 'b', 'c']) held.set(key, 'value', { bytes: 10, costMs: 2_000 })
    held.set('c', 'value', { bytes: 10, costMs: 5 })
    held.set('d', 'value', plain)
    expect(stayed(held, ['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'd'])
  })
})
