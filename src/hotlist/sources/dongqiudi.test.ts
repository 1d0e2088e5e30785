// Tests of 懂球帝 that its fixture cannot show: advertisements, and articles that lack a time or an address.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import dongqiudi from './dongqiudi.ts'

test('advertisements are dropped, what has no time comes last, what has no address has its usual one', async () => {
  const articles = [
    { id: 1, title: '无时间', share: '', url: null, top: true },
    { id: 2, title: '推广', is_business_ad: 1, created_at: '2026-07-06 11:59:00' },
    { id: 3, title: '早', share: 'https://example.com/3', created_at: '2026-07-06 09:00:00', is_business_ad: '0' },
    { id: 4, title: '晚', url: 'https://example.com/4', created_at: '2026-07-06 10:00:00' },
  ]
  const { ask } = makeAskingList(dongqiudi, 'dongqiudi', () => ({ articles }))
  const { items } = await ask()
  expect(items.map(({ id, url }) => [id, url])).toEqual([
    ['4', 'https://example.com/4'],
    ['3', 'https://example.com/3'],
    ['1', 'https://www.dongqiudi.com/article/1'],
  ])
})
