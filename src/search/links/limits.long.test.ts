// The cost of link parsing grows in proportion to the text, whatever the text is.
import { describe, expect, it } from 'vitest'
import { costMs } from '../../../test/kit/clocks.ts'
import { anchored, filled, hostile, megabyte, readAll } from '../../../test/kit/hostile-texts.ts'

/** Four times the text may cost eight times as much; quadratic would be 16. What really costs too much does so in every round. */
function expectLinear(quarter: () => void, whole: () => void): void {
  let [small, large, rounds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  do {
    small = Math.min(small, costMs(quarter))
    large = Math.min(large, costMs(whole))
    rounds += 1
  } while (large >= allowedMs(small) && rounds < 12)
  expect(large).toBeLessThan(allowedMs(small))
}

/** Short runs cost more than their share. */
function allowedMs(quarterMs: number): number {
  return 8 * Math.max(quarterMs, 20)
}

describe('a megabyte of hostile text', () => {
  it.each(hostile)('costs processor time in proportion to its size: %j', (pattern) => {
    const [quarter, whole] = [filled(pattern, megabyte / 4), filled(pattern, megabyte)]
    expectLinear(
      () => readAll(quarter),
      () => readAll(whole),
    )
  })

  it('costs processor time in proportion to its anchors, 20,000 of them', () => {
    const [few, many] = [anchored(5000), anchored(20_000)]
    expectLinear(
      () => readAll(...few),
      () => readAll(...many),
    )
  })

  it('costs processor time in proportion when one anchor holds it all', () => {
    const [quarter, whole] = [filled('1drv.ms/a ', megabyte / 4), filled('1drv.ms/a ', megabyte)]
    expectLinear(
      () => readAll(quarter, [{ start: 0, end: 9, href: quarter }]),
      () => readAll(whole, [{ start: 0, end: 9, href: whole }]),
    )
  })
})
