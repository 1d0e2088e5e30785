// Signed queries of 财联社, with the test vectors of the upstream description.
import { expect, it } from 'vitest'
import { clsQuery } from './cls.ts'

it('signs what every query has', () => {
  expect(clsQuery()).toBe('appName=CailianpressWeb&os=web&sv=7.7.5&sign=9c11221af4f6b47b253098a8b9957b8f')
})

it('signs further parameters at their places among the names', () => {
  expect(clsQuery({ rn: '30', refresh_type: '1', last_time: '1783310400' })).toBe(
    'appName=CailianpressWeb&last_time=1783310400&os=web&refresh_type=1&rn=30&sv=7.7.5&sign=17cf7658ee81baba4ced7eee8acc195f',
  )
})
