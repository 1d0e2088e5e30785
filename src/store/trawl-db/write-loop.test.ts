// The write loop when a write fails unexpectedly.
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTrawlDbWriter } from './client-parts.ts'
import type { TrawlDbRequestBody, TrawlDbResponse } from './messages.ts'
import { createPendingRecords } from './pending-records.ts'
import { createWriteQueue } from './write-queue.ts'

const well: TrawlDbResponse = {
  id: 1,
  isAnother: false,
  bytes: 0,
  damaged: 0,
  hasMore: false,
  areRecordsWritten: true,
  areAnswersWritten: true,
}

function make() {
  const [waiting, records] = [createWriteQueue(1_000_000), createPendingRecords()]
  const state = { isWell: true, isBroken: true }
  const ask = vi.fn(async (_task: TrawlDbRequestBody) => {
    if (state.isBroken) throw new Error('no memory')
    state.isWell = true
    return well
  })
  const failed = vi.fn(() => {
    state.isWell = false
  })
  const ends = { isWell: () => state.isWell, isAlive: () => true, failed }
  const writing = createTrawlDbWriter({ waiting, records, ask, ...ends, batchBytes: 1_000, retryMs: 5, gatherMs: 250 })
  return { waiting, records, state, ask, failed, writing }
}

const change = { at: 1, until: 2, json: new Uint8Array(10) }

it('tells those who wait and the health, and is tried again', async () => {
  const { waiting, records, state, failed, writing } = make()
  const written = Promise.all([waiting.put('a', change), records.put('r', new Uint8Array(1))])
  writing.schedule()
  expect(await written).toEqual([false, 'unwritten'])
  expect(failed).toHaveBeenCalled()
  state.isBroken = false
  await vi.waitFor(() => expect(waiting.hasSome()).toBe(false))
  const next = waiting.put('b', change)
  writing.schedule()
  expect(await next).toBe(true)
})

it('comes to its end although it fails, and then tries no more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { waiting, ask, writing } = make()
  void waiting.put('a', change)
  await Promise.all([writing.flush(), writing.flush()])
  expect(ask).toHaveBeenCalledTimes(1)
  writing.retryLater()
  await vi.runAllTimersAsync()
  expect(ask).toHaveBeenCalledTimes(1)
})

it('gathers the answers that arrive during a round for the next one', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { waiting, ask, state, writing } = make()
  state.isBroken = false
  ask.mockImplementationOnce(async () => {
    for (const key of ['b', 'c', 'd']) void waiting.put(key, change)
    return well
  })
  void waiting.put('a', change)
  writing.schedule()
  await vi.advanceTimersByTimeAsync(249)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.runAllTimersAsync()
  expect(ask.mock.calls.map(([task]) => task.kind === 'write' && task.answers.length)).toEqual([1, 3])
})
