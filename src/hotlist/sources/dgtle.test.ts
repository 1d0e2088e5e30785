// Tests of 数字尾巴 that its fixtures cannot show: where the entries of its site lead.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import dgtle from './dgtle.ts'

test('an entry of the site is a live report where it has the status of one, else an article where it has a category', async () => {
  const dataList = [
    { id: 1, title: '甲', live_status: 2, category_name: '数码' },
    { id: 2, title: '乙', live_status: 0, category_name: '数码' },
    { id: 3, title: ' ', content: '<p>丙</p>', live_status: null },
  ]
  const { ask } = makeAskingList(dgtle, 'dgtle', ({ url }) =>
    url.host === 'www.dgtle.com' ? { data: { dataList } } : 500,
  )
  const { items } = await ask()
  expect(items.map(({ title, url }) => [title, url.slice('https://www.dgtle.com/'.length)])).toEqual([
    ['甲', 'live-1-1.html'],
    ['乙', 'article-2-1.html'],
    ['丙', 'news-3-1.html'],
  ])
})
