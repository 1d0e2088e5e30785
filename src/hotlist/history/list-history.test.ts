// What is told of a list's history, from a real database with a fixed clock.
import { expect, it } from 'vitest'
import { ban, createTestBans, historyReads, newFolder, noon, openHistory, ranked } from '../../../test/kit/disk.ts'
import { buildLists } from '../build-lists.ts'
import { createItemFilter } from '../lists.ts'
import { createHistoryReader, createListHistory } from './list-history.ts'

const minute = 60_000
const day = 24 * 60 * minute
const [list] = buildLists('weibo', {
  ...{ name: 'Weibo', home: 'https://weibo.test/', column: 'china', color: '#e6162d' },
  lists: { weibo: { type: 'hottest', interval: 600, ask: async () => [] } },
})

/** The history of a list with these refreshes, one every ten minutes from noon on; it is read a day later. */
async function historyOf(...refreshes: readonly string[]) {
  if (!list) throw new Error('the list was not built')
  const database = await openHistory(newFolder())
  for (const [index, words] of refreshes.entries())
    await database.writeRefreshes([{ list: 'weibo', at: noon + index * 10 * minute, items: ranked(words) }])
  const bans = createTestBans()
  const history = createListHistory({
    reader: createHistoryReader(historyReads(database)),
    shown: createItemFilter(bans),
    epochMs: () => noon + day,
  })
  return { history, list, bans }
}

const usual = { limit: 100 }

it('shows the points of an item, its peak, and when it was first and last seen', async () => {
  const { history, list } = await historyOf('b a:1', 'a:2 b', 'a:3 b', 'b')
  expect(await history.span(list, { ...usual, item: 'a' })).toEqual({
    source: 'weibo',
    from: noon + day - 7 * day,
    to: noon + day,
    item: { id: 'a', title: 'Title a', url: 'https://items.site.test/a' },
    points: [
      { at: noon, rank: 2, hot: 1 },
      { at: noon + 10 * minute, rank: 1, hot: 2 },
      { at: noon + 20 * minute, rank: 1, hot: 3 },
      { at: noon + 30 * minute, rank: null, hot: null },
    ],
    count: 4,
    firstSeen: noon,
    lastSeen: noon + 20 * minute,
    peak: { rank: 1, at: noon + 10 * minute, hot: 2 },
  })
})

it('gives of each step the last point, and never more than two thousand', async () => {
  const { history, list } = await historyOf(...Array.from({ length: 2_100 }, (_, at) => `a:${at}`))
  const to = noon + 2_100 * 10 * minute
  const hourly = await history.span(list, { ...usual, item: 'a', from: noon, to: noon + 119 * minute, step: 3_600 })
  expect(hourly).toMatchObject({ step: 3_600, points: [{ hot: 5 }, { hot: 11 }] })
  const all = await history.span(list, { ...usual, item: 'a', from: noon, to })
  expect(all).toMatchObject({ step: 630, firstSeen: noon, lastSeen: to - 10 * minute })
  expect('points' in all && all.points.length).toBeGreaterThan(1_900)
  expect(await history.span(list, { ...usual, item: 'a', from: noon, to, step: 60 })).toMatchObject({ step: 630 })
})

it('shows without an item the items of the time span, the highest ranked first', async () => {
  const { history, list } = await historyOf('a b', 'b a c', 'd b')
  const span = await history.span(list, { limit: 3 })
  expect(span).toMatchObject({ total: 4, count: 3, items: [{ id: 'b' }, { id: 'd' }, { id: 'a' }] })
  expect(await history.span(list, { ...usual, from: noon + 15 * minute })).toMatchObject({
    items: [{ id: 'd' }, { id: 'b', firstSeen: noon + 20 * minute, peak: { rank: 2 } }],
  })
})

it('shows which items appeared, left and moved, compared with the last refresh at that time', async () => {
  const { history, list } = await historyOf('a b c:1', 'd a c:2')
  const { appeared, left, moved, ...times } = await history.changes(list, noon + minute)
  expect(times).toEqual({ source: 'weibo', since: noon, updatedAt: noon + 10 * minute })
  expect([appeared, left, moved]).toMatchObject([
    [{ id: 'd', rank: 1 }],
    [{ id: 'b', rank: 2 }],
    [{ id: 'a', before: 1, rank: 2 }],
  ])
  expect(await history.changes(list, noon + 11 * minute)).toMatchObject({ appeared: [], left: [], moved: [] })
})

it('shows nothing that is banned now, and keeps the ranks of the others', async () => {
  const { history, list, bans } = await historyOf('a b', 'b a')
  await ban(bans, 'word', 'Title a')
  expect(await history.at(list, noon)).toMatchObject({ count: 1, data: [{ id: 'b', rank: 2 }] })
  expect(await history.span(list, usual)).toMatchObject({ total: 1, items: [{ id: 'b' }] })
  await expect(history.span(list, { ...usual, item: 'a' })).rejects.toThrow('item: not on weibo in this span')
})

it('says where the history begins, and which span is allowed', async () => {
  const { history, list } = await historyOf('a')
  await expect(history.at(list, noon - 1)).rejects.toThrow(
    'time: the history of weibo begins at 2026-11-21T12:00:00.000Z',
  )
  await expect(history.span(list, { ...usual, from: noon, to: noon })).rejects.toThrow('from: must be before to')
  const { history: empty } = await historyOf()
  await expect(empty.changes(list, noon)).rejects.toThrow('source: no refresh of weibo is recorded yet')
})
