// Tests of 华尔街见闻 that its fixtures cannot show: refusals, and what else stands among its articles.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import wallstreetcn from './wallstreetcn.ts'

test.each(['wallstreetcn-quick', 'wallstreetcn-news', 'wallstreetcn-hot'])('%s says a refusal', async (id) => {
  const { ask } = makeAskingList(wallstreetcn, id, () => ({ code: 60_301, message: '参数错误', data: {} }))
  expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'answered with code 60301: 参数错误' })
})

test('live broadcasts and cards without an article are no articles, and times may be texts', async () => {
  const resource = { id: 1, title: '文章', uri: 'https://wallstreetcn.com/articles/1', display_time: '1783306800' }
  const given = [
    { resource_type: 'article', resource: { ...resource, id: 2, type: 'live' } },
    { resource_type: 'chart', resource: null },
    { resource_type: 'article', resource: { ...resource, id: 3, uri: null } },
    { resource_type: 'article', resource },
  ]
  const { ask } = makeAskingList(wallstreetcn, 'wallstreetcn-news', () => ({ code: 20_000, data: { items: given } }))
  const { items } = await ask()
  expect(items).toEqual([
    { id: '1', title: '文章', url: 'https://wallstreetcn.com/articles/1', pubDate: 1_783_306_800_000 },
  ])
})
