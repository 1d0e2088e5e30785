// Which clouds are offered as filters, and in which order.
import { expect, it } from 'vitest'
import { cloudFilters } from './result-tools.tsx'

const counts = new Map([
  ['all', 9],
  ['baidu', 2],
  ['quark', 5],
  ['aliyun', 1],
] as const)

it('the clouds of the results, one’s own first, and the chosen one also without results', () => {
  expect(cloudFilters(counts, [], 'all')).toEqual(['quark', 'baidu', 'aliyun'])
  expect(cloudFilters(counts, ['uc', 'aliyun'], 'all')).toEqual(['aliyun', 'quark', 'baidu'])
  expect(cloudFilters(counts, [], 'uc')).toEqual(['quark', 'baidu', 'aliyun', 'uc'])
})
