// The adaptive first-byte timeout as answers arrive.
import { describe, expect, it } from 'vitest'
import { createAdaptiveTimeout } from './attempt-timeout.ts'

function hearing(times: readonly number[]) {
  const patience = createAdaptiveTimeout()
  for (const ms of times) patience.startWait().firstByte(ms)
  return patience
}

const fast = [200, 220, 180, 210, 190, 200]

describe('the adaptive timeout', () => {
  it('is not limited while too little is known', () => {
    expect(hearing([200, 200, 200, 200]).startWait().timeoutMs()).toBeUndefined()
  })

  it('is a second at a host that answers fast', () => {
    expect(hearing(fast).startWait().timeoutMs()).toBe(1_000)
  })

  it('is well above what an always slow host takes', () => {
    const longestMs = hearing([3_000, 3_400, 2_600, 3_100, 2_900]).startWait().timeoutMs()
    expect(longestMs).toBeGreaterThan(3_500)
  })

  it('is longer where times vary', () => {
    const even = hearing([1_000, 1_000, 1_000, 1_000, 1_000]).startWait().timeoutMs() ?? 0
    const uneven = hearing([200, 1_800, 200, 1_800, 1_000]).startWait().timeoutMs() ?? 0
    expect(uneven).toBeGreaterThan(even * 2)
  })

  it('grows as other answers arrive', () => {
    const patience = hearing([200, 200, 200, 200])
    const waiting = patience.startWait()
    expect(waiting.timeoutMs()).toBeUndefined()
    patience.startWait().firstByte(200)
    expect(waiting.timeoutMs()).toBe(1_000)
  })

  it('doubles when no answer arrived meanwhile, so that a host that has become slow succeeds again', () => {
    const patience = hearing(fast)
    patience.startWait().timedOut()
    expect(patience.startWait().timeoutMs()).toBe(2_000)
    patience.startWait().timedOut()
    expect(patience.startWait().timeoutMs()).toBe(4_000)
  })

  it('stays the same when others were answered meanwhile: then the attempt hung, not the host', () => {
    const patience = hearing(fast)
    const hung = patience.startWait()
    patience.startWait().firstByte(200)
    hung.timedOut()
    expect(patience.startWait().timeoutMs()).toBe(1_000)
  })

  it('is back to usual when a host answers fast again, and not before', () => {
    const patience = hearing(fast)
    patience.startWait().timedOut()
    patience.startWait().timedOut()
    patience.startWait().firstByte(3_000)
    expect(patience.startWait().timeoutMs()).toBeGreaterThan(4_000)
    patience.startWait().firstByte(200)
    expect(patience.startWait().timeoutMs()).toBeLessThan(4_000)
  })
})
