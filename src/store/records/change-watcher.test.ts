// Tests who hears of records that other processes changed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChangeWatcher } from './change-watcher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const secondMs = 1_000

function watch(revisions: (names: readonly string[]) => Promise<readonly number[] | undefined>) {
  return createChangeWatcher({ revisions, known: () => 1, isWell: () => true, everyMs: secondMs })
}

it('does not call a listener whose signal was aborted, nor ask for its record', async () => {
  const asked: (readonly string[])[] = []
  const changes = watch(async (names) => {
    asked.push(names)
    return names.map(() => 2)
  })
  const [kept, removed] = [vi.fn(), vi.fn()]
  const ending = new AbortController()
  changes.on('a', kept)
  changes.on('b', removed, ending.signal)
  await vi.advanceTimersByTimeAsync(secondMs)
  ending.abort()
  await vi.advanceTimersByTimeAsync(secondMs)
  expect([kept, removed].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
  expect(asked).toEqual([['a', 'b'], ['a']])
})
