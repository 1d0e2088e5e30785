// What Toutiao's fixture does not show: replies that are no list, rows that are odd.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import toutiao from './toutiao.ts'

function asked(reply: unknown) {
  return makeAskingList(toutiao, 'toutiao', () => reply).ask()
}

test('an odd row does not cost the list, and an id is never read from a number that cannot hold it', async () => {
  const data = [
    {
      ClusterId: 7.6e18,
      ClusterIdStr: '7600000000000000101',
      Title: '秋雨',
      HotValue: 12,
      LabelUri: null,
    },
    { ClusterId: 7.6e18, Title: 'without id' },
  ]
  expect((await asked({ status: 'success', data })).items).toEqual([
    { id: '7600000000000000101', title: '秋雨', url: 'https://www.toutiao.com/trending/7600000000000000101/', hot: 12 },
  ])
})

test.each([{ status: 'error', data: [] }, { status: 'success', data: null }, { data: [] }])(
  '%o is no list',
  async (reply) => {
    expect(await failureOf(asked(reply))).toMatchObject({ kind: 'mismatch' })
  },
)
