// The refresh schedule: when a list may be requested again, and when a background refresh is due.
import { describe, expect, it } from 'vitest'
import { makeClock } from '../../../test/kit/wire.ts'
import type { Outcome } from '../../upstream/source.ts'
import { createRefreshSchedule } from './schedule.ts'

const second = 1_000
const minutely = { id: 'a', interval: 60 }
const failure = { kind: 'timeout', detail: 'no whole answer in time' } as const
const failed: Outcome<string> = { state: 'failed', failure }
const good: Outcome<string> = { state: 'fresh', items: ['x'], at: new Date(0) }

function make(random: () => number = () => 0) {
  const clock = makeClock()
  return { clock, schedule: createRefreshSchedule(clock.epochMs, random) }
}

/** The back-off after each of several consecutive failures, in seconds. */
function pausesOf(
  list: { readonly id: string; readonly interval: number },
  hasOld: boolean,
  failures: number,
): number[] {
  const { clock, schedule } = make()
  return Array.from({ length: failures }, () => {
    schedule.recordEnd(list, failed)
    const since = clock.epochMs()
    while (schedule.backoffReason(list, hasOld)) clock.advance(second)
    return (clock.epochMs() - since) / second
  })
}

it('a list that is defined anew is asked at the next request, whatever failed before', () => {
  const { schedule } = make()
  schedule.recordEnd(minutely, failed)
  expect(schedule.backoffReason(minutely, true)).toEqual(failure)
  schedule.forget(minutely)
  expect([schedule.backoffReason(minutely, true), schedule.isFailing(minutely)]).toEqual([undefined, false])
})

describe('the pause after failures', () => {
  it.each([
    [
      'is the interval and doubles up to half an hour, where an older list serves',
      60,
      true,
      [60, 120, 240, 480, 960, 1_800, 1_800],
    ],
    ['is the interval where that is longer than half an hour', 7_200, true, [7_200, 7_200, 7_200]],
    ['is ten seconds and doubles up to a minute, where nothing serves', 600, false, [10, 20, 40, 60, 60]],
    ['is ten seconds and doubles up to the interval, where nothing serves', 30, false, [10, 20, 30]],
  ])('%s', (_what, interval, hasOld, pauses) => {
    expect(pausesOf({ id: 'a', interval }, hasOld, pauses.length)).toEqual(pauses)
  })

  it('does not grow with many failures in a short time: a client that forces refreshes does not make others wait', () => {
    const { clock, schedule } = make()
    for (let count = 0; count < 5_000; count += 1) schedule.recordEnd(minutely, failed)
    clock.advance(60 * second - 1)
    expect(schedule.backoffReason(minutely, true)).toEqual(failure)
    clock.advance(1)
    expect(schedule.backoffReason(minutely, true)).toBeUndefined()
    expect(schedule.backoffReason(minutely, false)).toBeUndefined()
  })

  it('gives the last failure as its reason', () => {
    const { schedule } = make()
    schedule.recordEnd(minutely, failed)
    schedule.recordEnd(minutely, { state: 'failed', failure: { kind: 'blocked', detail: 'answered 403' } })
    expect(schedule.backoffReason(minutely, true)).toEqual({ kind: 'blocked', detail: 'answered 403' })
  })

  it('is over when the list comes again, and the next one is as short as the first', () => {
    const { clock, schedule } = make()
    for (let count = 0; count < 5; count += 1) {
      schedule.recordEnd(minutely, failed)
      clock.advance(60 * second)
    }
    schedule.recordEnd(minutely, good)
    expect(schedule.backoffReason(minutely, true)).toBeUndefined()
    expect(schedule.failureOf(minutely)).toBeUndefined()
    schedule.recordEnd(minutely, failed)
    clock.advance(60 * second)
    expect(schedule.backoffReason(minutely, true)).toBeUndefined()
  })

  it('is none for a partial list, whose failure is known', () => {
    const { schedule } = make()
    schedule.recordEnd(minutely, { ...good, failure })
    expect(schedule.backoffReason(minutely, true)).toBeUndefined()
    expect(schedule.failureOf(minutely)).toEqual(failure)
  })

  it('of one list is none of another', () => {
    const { schedule } = make()
    schedule.recordEnd(minutely, failed)
    expect(schedule.backoffReason({ id: 'b', interval: 60 }, false)).toBeUndefined()
  })
})

describe('a list is due', () => {
  it('never before it was asked once, and has no failure until then', () => {
    const { schedule } = make()
    expect([schedule.dueAt(minutely), schedule.failureOf(minutely)]).toEqual([undefined, undefined])
  })

  it('an interval after it arrived, and up to a tenth of that later at random', () => {
    const draws = [0, 0.5, 0.999]
    const { clock, schedule } = make(() => draws.shift() ?? 0)
    const waits = ['a', 'b', 'c'].map((id) => {
      schedule.recordEnd({ id, interval: 60 }, good)
      return ((schedule.dueAt({ id, interval: 60 }) ?? 0) - clock.epochMs()) / second
    })
    expect(waits).toEqual([60, 63, 65.994])
  })

  it('later and later while it fails', () => {
    const { clock, schedule } = make()
    const waits = Array.from({ length: 8 }, () => {
      schedule.recordEnd(minutely, failed)
      const wait = (schedule.dueAt(minutely) ?? 0) - clock.epochMs()
      clock.advance(wait)
      return wait / second
    })
    expect(waits).toEqual([60, 120, 240, 480, 960, 1_800, 1_800, 1_800])
  })
})

describe('a list whose host is left alone', () => {
  const until = (clock: { epochMs(): number }, ms: number): Outcome<string> => ({
    state: 'failed',
    failure: { ...failure, retryAt: clock.epochMs() + ms },
  })

  it('is due, and may be asked, when its host may be asked again, however long its own pause were', () => {
    const { clock, schedule } = make(() => 0.5)
    const hourly = { id: 'a', interval: 3_600 }
    schedule.recordEnd(hourly, until(clock, 300 * second))
    expect(schedule.dueAt(hourly)).toBe(clock.epochMs() + 300 * second)
    expect(schedule.retryAt(hourly, true)).toBe(clock.epochMs() + 300 * second)
    clock.advance(300 * second - 1)
    expect(schedule.backoffReason(hourly, true)).toBeDefined()
    clock.advance(1)
    expect(schedule.backoffReason(hourly, true)).toBeUndefined()
  })

  it('is due no later than by its own interval; the time of the next promising attempt is reported', () => {
    const { clock, schedule } = make()
    schedule.recordEnd(minutely, until(clock, 300 * second))
    expect(schedule.dueAt(minutely)).toBe(clock.epochMs() + 60 * second)
    expect(schedule.retryAt(minutely, false)).toBe(clock.epochMs() + 300 * second)
  })
})

describe('when the next try is due', () => {
  it('is reported for a failed list, depending on what can be served, and is never in the past', () => {
    const { clock, schedule } = make()
    expect(schedule.retryAt(minutely, true)).toBeUndefined()
    schedule.recordEnd(minutely, failed)
    const at = clock.epochMs()
    expect([schedule.failedAt(minutely), schedule.retryAt(minutely, true)]).toEqual([at, at + 60 * second])
    expect(schedule.retryAt(minutely, false)).toBe(at + 10 * second)
    clock.advance(90 * second)
    expect(schedule.retryAt(minutely, true)).toBe(clock.epochMs())
  })

  it('is reported for a partial list as the end of its interval, for a whole list not at all', () => {
    const { clock, schedule } = make()
    schedule.recordEnd(minutely, { ...good, failure })
    expect([schedule.failedAt(minutely), schedule.retryAt(minutely, true)]).toEqual([
      undefined,
      clock.epochMs() + 60 * second,
    ])
    schedule.recordEnd(minutely, good)
    expect(schedule.retryAt(minutely, true)).toBeUndefined()
  })
})

describe('a list that an earlier process cached', () => {
  it('is due when it is no longer fresh', () => {
    const { clock, schedule } = make()
    const until = clock.epochMs() + 20 * second
    schedule.recordServed(minutely, until)
    expect([schedule.dueAt(minutely), schedule.isFailing(minutely), schedule.failureOf(minutely)]).toEqual([
      until,
      false,
      undefined,
    ])
    expect(make(() => 0.5).schedule.dueAt(minutely)).toBeUndefined()
  })

  it('is due up to a tenth of its interval later by chance', () => {
    const { clock, schedule } = make(() => 0.5)
    schedule.recordServed(minutely, clock.epochMs() + 20 * second)
    expect(schedule.dueAt(minutely)).toBe(clock.epochMs() + 23 * second)
  })

  it('says nothing about one that was asked since', () => {
    const { clock, schedule } = make()
    schedule.recordEnd(minutely, failed)
    const due = schedule.dueAt(minutely)
    schedule.recordServed(minutely, clock.epochMs() + 1)
    expect([schedule.dueAt(minutely), schedule.isFailing(minutely)]).toEqual([due, true])
  })
})

describe('what another replica got', () => {
  it('ends the failing here when it is newer, and says when the list is due', () => {
    const { clock, schedule } = make()
    schedule.recordEnd(minutely, failed)
    schedule.adopt(minutely, { at: new Date(clock.epochMs()) })
    expect(schedule.isFailing(minutely)).toBe(true)
    clock.advance(10 * second)
    const at = clock.epochMs()
    clock.advance(5 * second)
    schedule.adopt(minutely, { at: new Date(at) })
    expect(schedule.isFailing(minutely)).toBe(false)
    expect(schedule.backoffReason(minutely, true)).toBeUndefined()
    expect(schedule.dueAt(minutely)).toBe(at + 60 * second)
  })

  it('is a part when it is one, and no news of a list that nobody asked for here', () => {
    const { clock, schedule } = make()
    schedule.adopt(minutely, { at: new Date(clock.epochMs()) })
    expect(schedule.dueAt(minutely)).toBeUndefined()
    schedule.recordEnd(minutely, good)
    schedule.adopt(minutely, { at: new Date(clock.epochMs() + second), failure })
    expect([schedule.failureOf(minutely), schedule.isFailing(minutely)]).toEqual([failure, false])
  })
})
