// Tests of rate limits in a worker.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseRateRules } from '../http/access/rate-limits.ts'
import { createWorkerRateLimits } from './worker-rate-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function make(rules = '*=5/min,/lists=2/min') {
  const clock = { now: 0 }
  const report = vi.fn()
  return {
    clock,
    tell: report,
    limits: createWorkerRateLimits({ rules: parseRateRules(rules), report, monotonicMs: () => clock.now }),
  }
}

const asked = { client: 'a', names: ['*', '/lists'] }

test('what was spent is told together, a tenth of a second later', () => {
  const { limits, tell } = make()
  for (let times = 0; times < 3; times += 1) expect(limits.consume(asked)).toBeUndefined()
  limits.consume({ client: 'b', names: ['*', '/other'] })
  vi.advanceTimersByTime(99)
  expect(tell).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(tell.mock.calls).toEqual([
    [[expect.objectContaining({ ...asked, times: 3 }), expect.objectContaining({ client: 'b', times: 1 })]],
  ])
  vi.advanceTimersByTime(1_000)
  expect(tell).toHaveBeenCalledTimes(1)
})

test('who is over a rate waits as long as was said, for what that rate is about, and nobody else does', () => {
  const { limits, clock } = make()
  limits.recordExhausted({ client: 'a', name: '/lists', waitMs: 500 })
  expect(limits.consume(asked)).toMatchObject({ isOver: true, name: '/lists', waitMs: 500 })
  expect(limits.consume({ client: 'a', names: ['*', '/other'] })).toBeUndefined()
  expect(limits.consume({ client: 'b', names: ['*', '/lists'] })).toBeUndefined()
  clock.now += 500
  expect(limits.consume(asked)).toBeUndefined()
})

test('without a rule nothing is told, with a rate of one’s own always', () => {
  const { limits, tell } = make('off')
  limits.consume(asked)
  limits.flush()
  expect(tell).not.toHaveBeenCalled()
  const own = { count: 3, perMs: 1_000 }
  limits.consume({ ...asked, own })
  limits.flush()
  expect(tell).toHaveBeenCalledWith([{ ...asked, own, times: 1 }])
  limits.recordExhausted({ client: 'a', name: 'key', waitMs: 10 })
  expect(limits.consume({ ...asked, own })).toMatchObject({ isOver: true, rate: own })
})
