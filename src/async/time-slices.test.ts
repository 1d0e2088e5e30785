// Turns of the event loop: how many computations share one, and their order.
import { describe, expect, it } from 'vitest'
import { makeClock, watchTurns } from '../../test/kit/wire.ts'
import { createTimeSlices } from './time-slices.ts'

/** Runs computations of so many milliseconds that all begin at once; returns those of each turn of the event loop. */
async function turnsOf(tookMs: readonly number[]): Promise<number[][]> {
  const clock = makeClock()
  const nextSlice = createTimeSlices(clock.epochMs)
  const turns = watchTurns<number>()
  const computed = tookMs.map(async (ms, at) => {
    await nextSlice()
    // Some promises are settled before the computation, as by the reading of a body.
    for (let hop = 0; hop < 10; hop += 1) await undefined
    clock.advance(ms)
    turns.record(at)
  })
  await Promise.all(computed)
  return turns.byTurn()
}

describe('a turn of the event loop', () => {
  it('ends after the computation with which 20 ms are over', async () => {
    expect(await turnsOf([15, 15, 15, 15, 15])).toEqual([[0, 1], [2, 3], [4]])
  })

  it('has one computation that takes longer', async () => {
    expect(await turnsOf([1_000, 1_000, 1_000])).toEqual([[0], [1], [2]])
  })

  it('has all short ones, in their order', async () => {
    expect(await turnsOf([1, 2, 3, 4, 5])).toEqual([[0, 1, 2, 3, 4]])
  })

  it('comes again for a caller after all others', async () => {
    const nextSlice = createTimeSlices(() => 0)
    await nextSlice()
    await new Promise((resolve) => setImmediate(resolve))
    await expect(nextSlice()).resolves.toBeUndefined()
  })
})
