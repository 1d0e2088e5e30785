// 什么值得买: rankings that refuse, and what their rows have in other forms.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import family from './smzdm.ts'

test('an error in a good reply is a failure in the words of the site', async () => {
  const { ask } = makeAskingList(family, 'smzdm-week', () => ({ error_code: 1, error_msg: '请求过于频繁', data: [] }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'blocked', message: 'answered with code 1: 请求过于频繁' })
})

test('an older row has its address elsewhere, and figures come as numbers too', async () => {
  const row = { article_id: 9, title: '剪刀', collection_count: 7, time_sort: 1_789_344_000, pic_url: '//q.test/1.jpg' }
  const data = [{ ...row, article_url: 'https://post.smzdm.com/p/a/' }]
  const { ask } = makeAskingList(family, 'smzdm-month', () => ({ error_code: '0', data }))
  const url = 'https://post.smzdm.com/p/a/'
  expect((await ask()).items).toEqual([
    { id: '9', title: '剪刀', url, mobileUrl: url, pubDate: 1_789_344_000_000, hot: 7, icon: 'https://q.test/1.jpg' },
  ])
})
