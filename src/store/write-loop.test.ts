// The loop that gathers what is queued and writes it, with maintenance between.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StoreError } from './store-error.ts'
import { createWriteLoop } from './write-loop.ts'
import { createWriteQueue } from './write-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function make({ hasMore = (): boolean => false, isFull = (): boolean => false } = {}) {
  const steps: string[] = []
  const state = { isWell: true }
  const queue = createWriteQueue(1_000_000)
  const write = vi.fn(async (values: readonly { readonly text: string }[]) => {
    steps.push(values.map(({ text }) => text).join(''))
  })
  const kind = queue.addKind<{ readonly text: string }>({ maxCount: 2, write })
  const maintain = async () => {
    steps.push('maintain')
    return { hasMore: hasMore(), isFull: isFull() }
  }
  const onBug = vi.fn()
  const loop = createWriteLoop({ queue, isWell: () => state.isWell, maintain, gatherMs: 250, onBug })
  const put = (...texts: string[]) => {
    for (const text of texts) kind.put(text, { text }, 1)
    loop.schedule()
  }
  return { steps, state, queue, kind, write, loop, put, onBug }
}

it('gathers for a while, then writes batch by batch', async () => {
  const { steps, put } = make()
  put('a')
  await vi.advanceTimersByTimeAsync(249)
  put('b', 'c')
  expect(steps).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(steps).toEqual(['ab', 'maintain', 'c', 'maintain'])
})

it('tells those who wait for a write when the database has failed before it, and writes later', async () => {
  const { steps, state, kind, loop } = make()
  const onEnd = vi.fn()
  kind.put('a', { text: 'a' }, 1, onEnd)
  loop.schedule()
  state.isWell = false
  await vi.advanceTimersByTimeAsync(250)
  expect([onEnd.mock.calls, steps]).toEqual([[[false]], []])
  state.isWell = true
  loop.schedule(0)
  await vi.advanceTimersByTimeAsync(0)
  expect([onEnd.mock.calls, steps]).toEqual([[[false]], ['a', 'maintain']])
})

it('gathers again what comes during a write', async () => {
  const { steps, write, put, kind } = make()
  write.mockImplementationOnce(async () => {
    for (const text of ['b', 'c']) kind.put(text, { text }, 1)
  })
  put('a')
  await vi.advanceTimersByTimeAsync(499)
  expect(steps).toEqual(['maintain'])
  await vi.advanceTimersByTimeAsync(1)
  expect(steps).toEqual(['maintain', 'bc', 'maintain'])
})

it('maintains until nothing is left to do, but a few steps only while more is queued', async () => {
  let left = 6
  const { steps, put } = make({ hasMore: () => --left > 0 })
  put('a', 'b', 'c')
  await vi.advanceTimersByTimeAsync(250)
  expect(steps).toEqual(['ab', ...Array(4).fill('maintain'), 'c', ...Array(2).fill('maintain')])
})

it('makes room before it writes more, also at the end', async () => {
  let left = 6
  const full = make({ hasMore: () => --left > 0, isFull: () => left > 1 })
  full.put('a', 'b', 'c')
  await full.loop.flush()
  expect(full.steps).toEqual(['ab', ...Array(5).fill('maintain'), 'c', 'maintain'])
})

it('writes at once what somebody waits for, and not once more when the time is over', async () => {
  const { steps, put, loop } = make()
  put('a')
  await Promise.all([loop.settle(), loop.settle()])
  await vi.runAllTimersAsync()
  expect(steps).toEqual(['a', 'maintain'])
})

it('rests while the database is unwell', async () => {
  const { steps, put, state, loop } = make()
  state.isWell = false
  put('a')
  await loop.settle()
  await vi.runAllTimersAsync()
  expect(steps).toEqual([])
  state.isWell = true
  loop.schedule(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(steps).toEqual(['a', 'maintain'])
})

it('tries once at its end, and writes nothing after it', async () => {
  const { write, put, loop, state, onBug } = make()
  put('a')
  write.mockImplementation(async () => {
    state.isWell = false
    throw new StoreError('the disk is full')
  })
  await loop.flush()
  state.isWell = true
  loop.schedule()
  await vi.runAllTimersAsync()
  expect([write.mock.calls.length, onBug.mock.calls]).toEqual([1, []])
})
