// Answers in memory: how long they are kept, and how many.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../test/kit/wire.ts'
import { createMemoryAnswers } from './memory-answers.ts'

const minute = 60_000

describe('answers in memory', () => {
  it('are given back as they were put, under their key', async () => {
    const { now } = makeClock()
    const answers = createMemoryAnswers(10_000, now)
    const kept = { items: [{ text: '电影', links: ['a'] }], at: now() }
    await answers.set('a', kept, minute)
    expect(await answers.get('a')).toEqual(kept)
    expect(await answers.get('b')).toBeUndefined()
  })

  it('are kept by the clock that was handed in', async () => {
    const clock = makeClock()
    const answers = createMemoryAnswers(10_000, clock.now)
    await answers.set('a', { items: [], at: clock.now() }, minute)
    clock.advance(minute)
    expect(await answers.get('a')).toBeDefined()
    clock.advance(1)
    expect(await answers.get('a')).toBeUndefined()
  })

  it('are not kept for no time, and what was kept under their key goes', async () => {
    const clock = makeClock()
    const answers = createMemoryAnswers(10_000, clock.now)
    await answers.set('a', { items: [1], at: clock.now() }, minute)
    await answers.set('a', { items: [2], at: clock.now() }, 0)
    expect(await answers.get('a')).toBeUndefined()
  })

  it('never take more than their budget: of ten times as much the latest stay', async () => {
    const { now } = makeClock()
    const budget = 1024 * 1024
    const answers = createMemoryAnswers(budget, now)
    const characters = 10_000
    const count = Math.ceil((10 * budget) / (2 * characters))
    for (let at = 0; at < count; at += 1)
      await answers.set(`key ${at}`, { items: ['字'.repeat(characters)], at: now() }, minute)
    const stayed: number[] = []
    for (let at = 0; at < count; at += 1) if (await answers.get(`key ${at}`)) stayed.push(at)
    expect(stayed.length * 2 * characters).toBeLessThan(budget)
    expect(stayed.length * 2 * characters).toBeGreaterThan(budget / 2)
    expect(stayed).toEqual(Array.from({ length: stayed.length }, (_, at) => count - stayed.length + at))
  })

  it('that were not used for longest go first', async () => {
    const { now } = makeClock()
    const answers = createMemoryAnswers(3 * 1_300, now)
    const kept = { items: ['x'.repeat(500)], at: now() }
    for (const key of ['a', 'b', 'c']) await answers.set(key, kept, minute)
    await answers.get('a')
    await answers.set('d', kept, minute)
    const there = await Promise.all(['a', 'b', 'c', 'd'].map(async (key) => (await answers.get(key)) !== undefined))
    expect(there).toEqual([true, false, true, true])
  })

  it('larger than the whole budget are not kept, and drive nothing out', async () => {
    const { now } = makeClock()
    const answers = createMemoryAnswers(10_000, now)
    await answers.set('small', { items: [1], at: now() }, minute)
    await answers.set('large', { items: ['x'.repeat(10_000)], at: now() }, minute)
    expect(await answers.get('large')).toBeUndefined()
    expect(await answers.get('small')).toBeDefined()
  })

  it('with many small fields are weighed by all of them', async () => {
    const { now } = makeClock()
    const answers = createMemoryAnswers(10_000, now)
    const items = Array.from({ length: 1_000 }, (_, at) => ({ at, sizes: [at] }))
    await answers.set('a', { items, at: now() }, minute)
    expect(await answers.get('a')).toBeUndefined()
  })
})
