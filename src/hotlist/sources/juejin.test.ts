// Juejin when it refuses, and rows that are no articles.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import family from './juejin.ts'

test('an error in a good reply is a failure in the words of the site', async () => {
  const { ask } = makeAskingList(family, 'juejin', () => ({ err_no: 2, err_msg: 'params invalid', data: null }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'answered with code 2: params invalid' })
})

test('a row that is no article costs nothing but itself', async () => {
  const article = { content: { content_id: '7600000000000000201', title: '纸鹤' } }
  const { ask } = makeAskingList(family, 'juejin', () => ({ err_no: 0, data: [{ pin: {} }, article] }))
  expect((await ask()).items).toEqual([
    { id: '7600000000000000201', title: '纸鹤', url: 'https://juejin.cn/post/7600000000000000201' },
  ])
})
