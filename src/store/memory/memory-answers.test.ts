// Answers in memory: expiry and size limit.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import { answersOver, createMemoryAnswers, weightOf } from './memory-answers.ts'
import { createMemoryBudget } from './weighted-cache.ts'

const minute = 60_000

describe('answers in memory', () => {
  it('are given back as they were put, under their key', async () => {
    const { epochMs } = makeClock()
    const answers = createMemoryAnswers(10_000, epochMs)
    const kept = { items: [{ text: '电影', links: ['a'] }], at: epochMs() }
    await answers.set('a', kept, minute)
    expect(await answers.get('a')).toEqual(kept)
    expect(await answers.get('b')).toBeUndefined()
  })

  it('are kept by the clock that was handed in', async () => {
    const clock = makeClock()
    const answers = createMemoryAnswers(10_000, clock.epochMs)
    await answers.set('a', { items: [], at: clock.epochMs() }, minute)
    clock.advance(minute)
    expect(await answers.get('a')).toBeDefined()
    clock.advance(1)
    expect(await answers.get('a')).toBeUndefined()
  })

  it('are not kept for no time, and what was kept under their key goes', async () => {
    const clock = makeClock()
    const answers = createMemoryAnswers(10_000, clock.epochMs)
    await answers.set('a', { items: [1], at: clock.epochMs() }, minute)
    await answers.set('a', { items: [2], at: clock.epochMs() }, 0)
    expect(await answers.get('a')).toBeUndefined()
  })

  it('never take more than their budget: of ten times as much the latest stay', async () => {
    const { epochMs } = makeClock()
    const budget = 1024 * 1024
    const answers = createMemoryAnswers(budget, epochMs)
    const characters = 10_000
    const count = Math.ceil((10 * budget) / (2 * characters))
    for (let at = 0; at < count; at += 1)
      await answers.set(`key ${at}`, { items: ['字'.repeat(characters)], at: epochMs() }, minute)
    const stayed: number[] = []
    for (let at = 0; at < count; at += 1) if (await answers.get(`key ${at}`)) stayed.push(at)
    expect(stayed.length * 2 * characters).toBeLessThan(budget)
    expect(stayed.length * 2 * characters).toBeGreaterThan(budget / 3)
    expect(stayed).toEqual(Array.from({ length: stayed.length }, (_, at) => count - stayed.length + at))
  })

  it('with many small fields are weighed by all of them', async () => {
    const { epochMs } = makeClock()
    const answers = createMemoryAnswers(40_000, epochMs)
    const items = Array.from({ length: 1_000 }, (_, at) => ({ at, sizes: [at] }))
    await answers.set('a', { items, at: epochMs() }, minute)
    expect(await answers.get('a')).toBeUndefined()
  })

  it('weigh by what they add to the process, twice what lives: characters beyond Latin take two bytes', () => {
    const bytesOf = (text: string) => weightOf('', { items: [text], at: 0 }).bytes
    expect(bytesOf('x'.repeat(1_000)) - bytesOf('')).toBe(2_000)
    expect(bytesOf('字'.repeat(1_000)) - bytesOf('')).toBe(4_000)
  })

  it('share a budget with other things, and make room for what is worth more', async () => {
    const { epochMs } = makeClock()
    const budget = createMemoryBudget(10_000, epochMs)
    const others = budget.createCache<string>()
    const answers = answersOver(budget.createCache(), epochMs)
    await answers.set('a', { items: ['x'.repeat(2_500)], at: epochMs() }, minute)
    expect(budget.bytes()).toBeGreaterThan(5_000)
    others.set('dearer', 'value', { bytes: 9_000, costMs: 1_000_000 })
    expect(await answers.get('a')).toBeUndefined()
  })
})
