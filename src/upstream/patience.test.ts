// The adaptive first-byte timeout as answers arrive.
import { describe, expect, it } from 'vitest'
import { createPatience } from './patience.ts'

function hearing(times: readonly number[]) {
  const patience = createPatience()
  for (const ms of times) patience.begin().heard(ms)
  return patience
}

const fast = [200, 220, 180, 210, 190, 200]

describe('the adaptive timeout', () => {
  it('is not limited while too little is known', () => {
    expect(hearing([200, 200, 200, 200]).begin().longestMs()).toBeUndefined()
  })

  it('is a second at a host that answers fast', () => {
    expect(hearing(fast).begin().longestMs()).toBe(1_000)
  })

  it('is well above what an always slow host takes', () => {
    const longestMs = hearing([3_000, 3_400, 2_600, 3_100, 2_900]).begin().longestMs()
    expect(longestMs).toBeGreaterThan(3_500)
  })

  it('is longer where times vary', () => {
    const even = hearing([1_000, 1_000, 1_000, 1_000, 1_000]).begin().longestMs() ?? 0
    const uneven = hearing([200, 1_800, 200, 1_800, 1_000]).begin().longestMs() ?? 0
    expect(uneven).toBeGreaterThan(even * 2)
  })

  it('grows as other answers arrive', () => {
    const patience = hearing([200, 200, 200, 200])
    const waiting = patience.begin()
    expect(waiting.longestMs()).toBeUndefined()
    patience.begin().heard(200)
    expect(waiting.longestMs()).toBe(1_000)
  })

  it('doubles when no answer arrived meanwhile, so that a host that has become slow succeeds again', () => {
    const patience = hearing(fast)
    patience.begin().gaveUp()
    expect(patience.begin().longestMs()).toBe(2_000)
    patience.begin().gaveUp()
    expect(patience.begin().longestMs()).toBe(4_000)
  })

  it('stays the same when others were answered meanwhile: then the attempt hung, not the host', () => {
    const patience = hearing(fast)
    const hung = patience.begin()
    patience.begin().heard(200)
    hung.gaveUp()
    expect(patience.begin().longestMs()).toBe(1_000)
  })

  it('is back to usual when a host answers fast again, and not before', () => {
    const patience = hearing(fast)
    patience.begin().gaveUp()
    patience.begin().gaveUp()
    patience.begin().heard(3_000)
    expect(patience.begin().longestMs()).toBeGreaterThan(4_000)
    patience.begin().heard(200)
    expect(patience.begin().longestMs()).toBeLessThan(4_000)
  })
})
