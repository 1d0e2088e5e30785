// What sources remember between asks.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeClock } from '../../test/kit/wire.ts'
import { createMemory } from './memory.ts'

const staying = new AbortController().signal

function make() {
  const clock = makeClock()
  const memory = createMemory(clock.now)
  let made = 0
  const memo = (key: string, forMs: number) => ({
    key,
    forMs,
    shape: z.string(),
    make: async () => {
      made += 1
      return `${key} ${made}`
    },
  })
  return { clock, memory, memo }
}

describe('a remembered value', () => {
  it('is made once for as long as it holds, and anew after that', async () => {
    const { clock, memory, memo } = make()
    expect(await memory.recall('a', memo('token', 1_000), staying)).toBe('token 1')
    clock.advance(999)
    expect(await memory.recall('a', memo('token', 1_000), staying)).toBe('token 1')
    clock.advance(1)
    expect(await memory.recall('a', memo('token', 1_000), staying)).toBe('token 2')
  })

  it('is made anew at once when it may not be older than nothing', async () => {
    const { memory, memo } = make()
    await memory.recall('a', memo('token', 1_000), staying)
    expect(await memory.recall('a', memo('token', 0), staying)).toBe('token 2')
  })

  it('belongs to its source and key', async () => {
    const { memory, memo } = make()
    await memory.recall('a', memo('token', 1_000), staying)
    expect(await memory.recall('b', memo('token', 1_000), staying)).toBe('token 2')
    expect(await memory.recall('a', memo('other', 1_000), staying)).toBe('other 3')
  })

  it('is made once however many want it at the same time', async () => {
    const { memory, memo } = make()
    const all = await Promise.all([1, 2, 3].map(() => memory.recall('a', memo('token', 1_000), staying)))
    expect(all).toEqual(['token 1', 'token 1', 'token 1'])
  })

  it('is made by the next who wants it when the ask that was making it ends', async () => {
    const { memory, memo } = make()
    const failing = { ...memo('token', 1_000), make: () => Promise.reject(new Error('that ask was given up')) }
    const first = memory.recall('a', failing, staying)
    const second = memory.recall('a', memo('token', 1_000), staying)
    await expect(first).rejects.toThrow('given up')
    expect(await second).toBe('token 1')
  })

  it('is not kept when making it failed', async () => {
    const { memory, memo } = make()
    const failing = { ...memo('token', 1_000), make: () => Promise.reject(new Error('no')) }
    await expect(memory.recall('a', failing, staying)).rejects.toThrow('no')
    expect(await memory.recall('a', memo('token', 1_000), staying)).toBe('token 1')
  })
})
