// What V2EX's fixtures do not show: feeds that fail, topics that were deleted.
import { expect, test } from 'vitest'
import { makeAskingList } from '../../../test/kit/list-io.ts'
import { failureOf } from '../../../test/kit/wire.ts'
import v2ex from './v2ex.ts'

function feedOf(...topics: readonly (readonly [number, string])[]) {
  const items = topics.map(([id, time]) => ({
    id: `https://www.v2ex.com/t/${id}`,
    url: `https://www.v2ex.com/t/${id}#reply1`,
    title: `topic ${id}`,
    date_published: time,
  }))
  return { version: 'https://jsonfeed.org/version/1', title: 'V2EX', items }
}

test('a feed that fails is left out and said; the others stand in the order of their times', async () => {
  const feeds: Readonly<Record<string, unknown>> = {
    create: feedOf([1, '2026-07-06T01:00:00+00:00'], [2, '2026-07-05T01:00:00+00:00']),
    ideas: 503,
    programmer: feedOf([3, '2026-07-06T00:00:00+00:00']),
    share: feedOf([1, '2026-07-06T01:00:00+00:00']),
  }
  const { ask } = makeAskingList(v2ex, 'v2ex-share', ({ url }) => feeds[url.pathname.slice(6, -5)])
  const { items, lacking } = await ask()
  expect(items.map(({ title }) => title)).toEqual(['topic 1', 'topic 3', 'topic 2'])
  expect(items[0]).toMatchObject({ id: 'https://www.v2ex.com/t/1', url: 'https://www.v2ex.com/t/1#reply1' })
  expect(lacking).toMatchObject({ kind: 'unavailable' })
})

test('feeds that all fail are a failure, and so are feeds without anything', async () => {
  const asked = (reply: unknown) => makeAskingList(v2ex, 'v2ex-share', () => reply).ask()
  expect(await failureOf(asked(404))).toMatchObject({ kind: 'mismatch', status: 404 })
  expect(await failureOf(asked(feedOf()))).toMatchObject({ kind: 'mismatch' })
})

test('a topic that was deleted is none of the hot ones', async () => {
  const topics = [
    { id: 1, title: 'gone', url: 'https://www.v2ex.com/t/1', deleted: 1 },
    { id: 2, title: 'here', url: 'https://www.v2ex.com/t/2', deleted: 0, content: ' a\r\nb ', created: 0 },
  ]
  const { ask } = makeAskingList(v2ex, 'v2ex-hot', () => topics)
  const url = 'https://www.v2ex.com/t/2'
  expect((await ask()).items).toEqual([{ id: '2', title: 'here', url, mobileUrl: url, hover: 'a b' }])
})

test('new topics of all nodes are given newest first', async () => {
  const topics = [5, 7, 6].map((created) => ({
    id: created,
    title: 'x',
    url: `https://www.v2ex.com/t/${created}`,
    created,
  }))
  const { ids } = await makeAskingList(v2ex, 'v2ex-latest', () => topics).ask()
  expect(ids).toEqual(['7', '6', '5'])
})
