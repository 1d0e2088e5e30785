// What Tieba's fixture does not show: replies that are no list.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import tieba from './tieba.ts'

test.each([
  [{ errno: 4, errmsg: 'need verify', data: [] }, 'mismatch'],
  [{ errno: 220034, errmsg: '您的操作太频繁了', data: {} }, 'blocked'],
  [{ errno: 0, errmsg: 'success', data: {} }, 'mismatch'],
  [{ errno: 0, data: { bang_topic: { topic_list: [] } } }, 'mismatch'],
  ['<html><title>百度安全验证</title></html>', 'blocked'],
])('%o is no list', async (reply, kind) => {
  const { ask } = makeAskingList(tieba, 'tieba', () => reply)
  expect(await failureOf(ask())).toMatchObject({ kind })
})
