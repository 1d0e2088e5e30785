// Notices of 米游社: order, empty lists, and error codes.
import { expect, test } from 'vitest'
import { askBuiltIn, makeAskingBuiltIn } from '../../../test/kit/site-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'

function notice(id: string, created_at: number) {
  return { post: { post_id: id, subject: `notice ${id}`, content: 'one\ntwo', created_at }, user: null, stat: null }
}

test('a notice that is pinned takes its place by its time', async () => {
  const list = [notice('1', 1_767_492_000), notice('3', 1_767_578_400), notice('2', 1_767_500_000)]
  const { items, ids } = await askBuiltIn('miyoushe-zzz', () => ({ retcode: 0, message: 'OK', data: { list } }))
  expect(ids).toEqual(['3', '2', '1'])
  expect(items[0]).toEqual({
    id: '3',
    title: 'notice 3',
    url: 'https://www.miyoushe.com/zzz/article/3',
    mobileUrl: 'https://m.miyoushe.com/zzz/#/article/3',
    pubDate: 1_767_578_400_000,
    hover: 'one two',
  })
})

test('a game in which nothing goes on has a list of nothing, and the other host is not asked', async () => {
  const reply = { retcode: 0, message: 'OK', data: { list: [], is_last: true } }
  const { ask, sent } = await makeAskingBuiltIn('miyoushe-zzz-event', () => reply)
  expect(await ask()).toMatchObject({ items: [], bypassed: undefined })
  expect(sent()).toEqual([
    'https://bbs-api-static.miyoushe.com/painter/wapi/getNewsList?client_type=4&gids=8&last_id=&page_size=30&type=2',
  ])
})

test.each([
  { retcode: 1002, message: '参数gids不正确', data: null },
  { retcode: 0, message: 'OK', data: null },
  { retcode: 0, message: 'OK', data: { list: [{ post: { id: 1 } }] } },
  { data: { list: [] } },
])('%o is a failure, not a list of nothing, after both hosts were asked', async (reply) => {
  const { ask, sent } = await makeAskingBuiltIn('miyoushe-zzz-news', () => reply)
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch' })
  expect(sent().map((url) => new URL(url).host)).toEqual(['bbs-api-static.miyoushe.com', 'bbs-api.miyoushe.com'])
})
