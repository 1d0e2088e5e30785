// Periodic tasks run until they are stopped; absent ones are left out.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTimers } from './timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('each task runs at its own interval, and none once the timers are stopped', () => {
  const [often, rarely] = [vi.fn(), vi.fn()]
  const stop = startTimers({
    often: { everyMs: 1_000, run: often },
    rarely: { everyMs: 60_000, run: rarely },
    absent: undefined,
  })
  vi.advanceTimersByTime(60_000)
  expect([often.mock.calls.length, rarely.mock.calls.length]).toEqual([60, 1])
  stop()
  vi.advanceTimersByTime(120_000)
  expect([often.mock.calls.length, rarely.mock.calls.length]).toEqual([60, 1])
})
