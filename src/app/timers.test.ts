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
  const tick = createIdleCollection(() => ({ ...loop }), collect)
  /** An interval of ten seconds with this much work. */
  const interval = (active: number) => {
    loop.active += active
    loop.idle += 10_000 - active
    tick()
    return collect.mock.calls.length
  }
  return { interval, loop, collect }
}

it.each([
  ['in the first idle interval after the start', [900, 400, 400], [0, 1, 1]],
  ['once, in the first idle interval after four seconds of work', [4_000, 9_000, 300, 300], [0, 0, 1, 1]],
  [
    'when small work has added up to four seconds',
    [0, ...Array(9).fill(400), 399, 1, 400],
    [...Array(11).fill(1), 2, 2],
  ],
])('collects %s', (_when, work, counts) => {
  expect(work.map(make().interval)).toEqual(counts)
})

it('does not count its own work', () => {
  const { interval, loop, collect } = make()
  collect.mockImplementation(() => Object.assign(loop, { active: loop.active + 5_000 }))
  expect([interval(2_000), interval(400)]).toEqual([0, 1])
  loop.idle += 120_000
  expect(Array.from({ length: 9 }, () => interval(400))).toEqual(Array.from({ length: 9 }, () => 1))
  expect(interval(400)).toBe(2)
})
