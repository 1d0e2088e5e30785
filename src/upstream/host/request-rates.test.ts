// How long requests that have a rate wait for their turn.
import { describe, expect, it } from 'vitest'
import { createRequestRates } from './request-rates.ts'

/** Takes turns at these times, with a patience of ten seconds; the waits. */
function waitsOf(rate: Parameters<ReturnType<typeof createRequestRates>['takeTurn']>[0], ...times: readonly number[]) {
  const rates = createRequestRates('a.site.test')
  return times.map((time) => rates.takeTurn(rate, time, 10_000))
}

describe('a request with a rate', () => {
  it('waits until the time since the one before has passed', () => {
    expect(waitsOf({ perMs: 420 }, 0, 100, 100, 5_000)).toEqual([0, 320, 740, 0])
  })

  it('waits only when so many as are allowed have started within the time', () => {
    expect(waitsOf({ requests: 3, perMs: 9_000 }, 0, 1_000, 2_000, 3_000, 4_000)).toEqual([0, 0, 0, 6_000, 6_000])
  })

  it('has no turn when that is later than it may wait, and takes none from those after it', () => {
    expect(waitsOf({ perMs: 12_000 }, 0, 1_000, 2_000, 3_000)).toEqual([0, undefined, 10_000, undefined])
  })

  it('does not wait for requests of another rate', () => {
    const rates = createRequestRates('a.site.test')
    expect([420, 2_000, 420].map((perMs) => rates.takeTurn({ perMs }, 0, 10_000))).toEqual([0, 0, 420])
  })
})
