// Values that sources remember between asks.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeClock } from '../../../test/kit/wire.ts'
import { createSourceMemory } from './source-memory.ts'

const staying = new AbortController().signal

function make() {
  const clock = makeClock()
  const memory = createSourceMemory(clock.epochMs)
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

  it('is created by the next ask when the one that was creating it ends', async () => {
    const { memory, memo } = make()
    const failing = { ...memo('token', 1_000), make: () => Promise.reject(new Error('that ask was given up')) }
    const first = memory.recall('a', failing, staying)
    const second = memory.recall('a', memo('token', 1_000), staying)
    await expect(first).rejects.toThrow('given up')
    expect(await second).toBe('token 1')
  })

  it('is not waited for more than twice when its creation fails', async () => {
    const { memory, memo } = make()
    let made = 0
    const failing = () => {
      made += 1
      return Promise.reject(new Error('the site is gone'))
    }
    const asks = Array.from({ length: 5 }, () =>
      memory.recall('a', { ...memo('token', 1_000), make: failing }, staying),
    )
    expect((await Promise.allSettled(asks)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(made).toBe(2)
  })

  it('is stored as a copy, unaffected by later changes', async () => {
    const { memory } = make()
    const value = { links: ['a'] }
    const shape = z.object({ links: z.array(z.string()) })
    const memo = { key: 'film', forMs: 1_000, shape, make: async () => value }
    await memory.recall('a', memo, staying)
    value.links.push('b')
    expect(await memory.recall('a', memo, staying)).toEqual({ links: ['a'] })
  })

  it('is forgotten when there is no room for all, which is counted in bytes', async () => {
    const { memory } = make()
    const big = (key: string, makes: () => void) => ({
      ...{ key, forMs: 1_000, shape: z.string() },
      make: async () => {
        makes()
        return 'x'.repeat(4_000_000)
      },
    })
    let made = 0
    for (const key of ['one', 'two', 'three', 'four', 'five', 'one'])
      await memory.recall(
        'a',
        big(key, () => (made += 1)),
        staying,
      )
    expect(made).toBe(6)
  })
})
