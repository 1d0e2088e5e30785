// The cost of reading a channel page grows in proportion to its size, whatever is on it.
import { expect, test } from 'vitest'
import { costMs } from '../../../test/kit/clocks.ts'
import { hostilePages, pageOf, readOrRefuse } from '../../../test/kit/hostile-texts.ts'

test.each(hostilePages)('%s: eight times the bytes take about eight times as long', (...hostile) => {
  const [small, large] = [pageOf(hostile, 128 * 1024), pageOf(hostile, 1024 * 1024)]
  const costOf = (page: Buffer) => costMs(() => readOrRefuse(page))
  let [one, eight, rounds] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  do {
    one = Math.min(one, costOf(small))
    eight = Math.min(eight, costOf(large))
    rounds += 1
    // Quadratic would be 64 times; what takes next to no time is not measured against itself.
  } while ((rounds < 3 || eight >= 28 * Math.max(one, 2)) && rounds < 12)
  expect(eight).toBeLessThan(28 * Math.max(one, 2))
})
