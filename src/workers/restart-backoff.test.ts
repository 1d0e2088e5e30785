// Tests of the restart back-off of workers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRestartBackoff } from './restart-backoff.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first five at once, the next when ten seconds have gone by since the first', () => {
  const replace = vi.fn()
  const ended = createRestartBackoff(() => Date.now())
  const waits = Array.from({ length: 5 }, () => {
    const waitMs = ended(replace)
    vi.advanceTimersByTime(100)
    return waitMs
  })
  expect(waits).toEqual([0, 0, 0, 0, 0])
  expect(replace).toHaveBeenCalledTimes(5)

  expect(ended(replace)).toBe(9_500)
  vi.advanceTimersByTime(9_499)
  expect(replace).toHaveBeenCalledTimes(5)
  vi.advanceTimersByTime(1)
  expect(replace).toHaveBeenCalledTimes(6)
})

test('one that ends now and then is replaced at once for ever', () => {
  const ended = createRestartBackoff(() => Date.now())
  for (let at = 0; at < 20; at += 1) {
    expect(ended(() => undefined)).toBe(0)
    vi.advanceTimersByTime(3_000)
  }
})
