// The write loop that gathers data before a round.
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWriteLoop } from './write-loop.ts'

function make() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = ['one']
  const run = vi.fn(async () => void queue.splice(0))
  const state = { mayBegin: () => true, isWell: () => true, hasPending: () => queue.length > 0 }
  return { queue, run, loop: createWriteLoop({ run, ...state, onBug: vi.fn(), retryMs: 1_000, gatherMs: 250 }) }
}

it('starts one round for all that is queued within its time, and another for what comes later', async () => {
  const { run, loop } = make()
  loop.schedule()
  await vi.advanceTimersByTimeAsync(249)
  loop.schedule()
  expect(run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(1)
  loop.schedule()
  await vi.runAllTimersAsync()
  expect(run).toHaveBeenCalledTimes(2)
})

it('writes at once what somebody waits for, and not once more when the time is over', async () => {
  const { run, loop } = make()
  loop.schedule()
  await Promise.all([loop.settle(), loop.settle()])
  expect(run).toHaveBeenCalledTimes(1)
  await loop.settle()
  await vi.runAllTimersAsync()
  expect(run).toHaveBeenCalledTimes(1)
})

it('writes at once when it ends, and not once more when the time is over', async () => {
  const { run, loop } = make()
  loop.schedule()
  await loop.flush()
  expect(run).toHaveBeenCalledTimes(1)
  await vi.runAllTimersAsync()
  expect(run).toHaveBeenCalledTimes(1)
})

it('begins at once when a round is wanted that does not wait, with all that was being gathered', async () => {
  const { queue, run } = make()
  const state = { mayBegin: () => true, isWell: () => true, hasPending: () => queue.length > 0 }
  const loop = createWriteLoop({ run, ...state, onBug: vi.fn(), retryMs: 1_000 })
  loop.schedule(250)
  loop.schedule()
  await vi.advanceTimersByTimeAsync(0)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.runAllTimersAsync()
  expect(run).toHaveBeenCalledTimes(1)
})
