// Periodic work: tasks run until they are stopped; an idle process collects its garbage.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createIdleCollection, startTimers } from './timers.ts'

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

function make() {
  const loop = { active: 0, idle: 0 }
  const collect = vi.fn()
  const tick = createIdleCollection({ utilization: () => ({ ...loop }), collect })
  /** An interval of ten seconds with this much work. */
  const interval = (active: number) => {
    loop.active += active
    loop.idle += 10_000 - active
    tick()
    return collect.mock.calls.length
  }
  return { interval, loop, collect }
}

it('collects in the first idle interval after the start', () => {
  const { interval } = make()
  expect([interval(900), interval(400), interval(400)]).toEqual([0, 1, 1])
})

it('collects once, in the first idle interval after four seconds of work', () => {
  const { interval } = make()
  expect([interval(4_000), interval(9_000), interval(300), interval(300)]).toEqual([0, 0, 1, 1])
})

it('collects again when small work has added up to four seconds, and not before', () => {
  const { interval } = make()
  interval(0)
  const counts = Array.from({ length: 9 }, () => interval(400))
  expect(counts).toEqual(Array.from({ length: 9 }, () => 1))
  expect([interval(399), interval(1), interval(400)]).toEqual([1, 2, 2])
})

it('does not count its own work', () => {
  const { interval, loop, collect } = make()
  collect.mockImplementation(() => Object.assign(loop, { active: loop.active + 5_000 }))
  expect([interval(2_000), interval(400)]).toEqual([0, 1])
  loop.idle += 120_000
  expect(Array.from({ length: 9 }, () => interval(400))).toEqual(Array.from({ length: 9 }, () => 1))
  expect(interval(400)).toBe(2)
})
