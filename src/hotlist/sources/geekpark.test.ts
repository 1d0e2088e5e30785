// 极客公园: entries that are the article themselves.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import family from './geekpark.ts'

test('an entry is the article, or holds it', async () => {
  const posts = [
    { id: 9001, post: { id: 350001, title: '纸鹤' } },
    { id: 350002, title: '灯塔' },
    { id: 9003, post: null },
  ]
  const { ids } = await makeAskingList(family, 'geekpark', () => ({ homepage_posts: posts })).ask()
  expect(ids).toEqual(['350001', '350002'])
})
