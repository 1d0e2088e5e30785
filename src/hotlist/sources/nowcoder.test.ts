// Nowcoder: what it says when it refuses, and topics that have no page.
import { expect, it } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import nowcoder from './nowcoder.ts'

function asking(reply: unknown) {
  return makeAskingList(nowcoder, 'nowcoder', () => reply)
}

it('topics of other types, or without what their page is made of, are left out', async () => {
  const result = [
    { type: 1, id: '1', uuid: 'a', title: 'an advertisement' },
    { type: 74, id: '2', uuid: 'b', title: 'a post', hotValueFromDolphin: null },
    { type: 74, id: '3', title: 'a post without a name' },
    { type: 0, id: 780, title: 'a discussion' },
  ]
  const { items } = await asking({ success: true, code: 0, msg: 'OK', data: { result } }).ask()
  expect(items).toEqual([
    { id: 'b', title: 'a post', url: 'https://www.nowcoder.com/feed/main/detail/b' },
    { id: '780', title: 'a discussion', url: 'https://www.nowcoder.com/discuss/780' },
  ])
})

it.each([
  [{ success: false, code: 1, msg: '系统繁忙' }, 'unavailable', /系统繁忙/],
  [{ success: false, code: 0, data: { result: [] } }, 'mismatch', /success/],
  [{ success: true, code: 429, msg: '' }, 'blocked', /429/],
  [{ success: false, code: 999, msg: null, data: null }, 'mismatch', /999/],
  [{ success: true, code: 0, msg: 'OK' }, 'mismatch', /data/],
])('a refusal is told as one: %j', async (reply, kind, message) => {
  expect(await failureOf(asking(reply).ask())).toMatchObject({ kind, message: expect.stringMatching(message) })
})
