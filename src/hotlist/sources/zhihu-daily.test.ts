// Tests of 知乎日报 that its fixture cannot show: advertisements, and stories that say little of themselves.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import zhihuDaily from './zhihu-daily.ts'

test('advertisements are left out, and what a story does not say stays unknown', async () => {
  const url = 'https://daily.zhihu.com/story/1'
  const stories = [
    { id: 2, type: 1, title: '广告', url },
    { id: 1, type: 0, title: '瞎扯', url, hint: '3 分钟阅读', ga_prefix: '99' },
  ]
  const { items } = await makeAskingList(zhihuDaily, 'zhihu-daily', () => ({ date: '20260914', stories })).ask()
  expect(items).toEqual([{ id: '1', title: '瞎扯', url, mobileUrl: url, hover: '3 分钟阅读' }])
})
