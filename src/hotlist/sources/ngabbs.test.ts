// Tests of NGA that its fixture cannot show: threads that are hidden, and refusals.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import ngabbs from './ngabbs.ts'

function asking(reply: unknown) {
  return makeAskingList(ngabbs, 'ngabbs', () => reply)
}

test('hidden threads are left out, also when they are many', async () => {
  const [subject, tpcurl] = ['甲 &amp; 乙', '/read.php?tid=1']
  const hidden = [
    { tid: 1, subject: false, tpcurl },
    { tid: 2, subject },
    { tid: 0, subject, tpcurl },
  ]
  const { items } = await asking({ code: 0, result: [[...hidden, { tid: 3, subject, tpcurl }]] }).ask()
  expect(items.map(({ id, title }) => [id, title])).toEqual([['3', '甲 & 乙']])
})

test.each([
  [{ error: ['请登录'], code: 1 }, 'answered with code 1: 请登录'],
  [{ error: { 0: '访问过于频繁' } }, 'answered with an error: 访问过于频繁'],
  [{ code: 39, msg: '未知' }, 'answered with code 39: 未知'],
  [{ code: 0, result: [] }, expect.stringContaining('result')],
])('%j is a failure with its words', async (reply, message) => {
  expect(await failureOf(asking(reply).ask())).toMatchObject({ message })
})
