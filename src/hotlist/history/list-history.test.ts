// What is told of a list's history, from a real database with a fixed clock; also of two real days of hourly lists.
import { expect, it } from 'vitest'
import hours from '../../../fixtures/hotlist-history/weibo/hours.json' with { type: 'json' }
import { ban, createTestBans, historyReads, newFolder, noon, openHistory, ranked } from '../../../test/kit/disk.ts'
import type { ItemAtRank } from '../../store/history/types.ts'
import { buildLists } from '../build-lists.ts'
import { createItemFilter } from '../lists.ts'
import { createHistoryReader, createListHistory } from './list-history.ts'

const minute = 60_000
const day = 24 * 60 * minute
const [list] = buildLists('weibo', {
  ...{ name: 'Weibo', home: 'https://weibo.test/', column: 'china', color: '#e6162d' },
  lists: { weibo: { type: 'hottest', interval: 600, ask: async () => [] } },
})

/** The history of a list with these refreshes, read at this time. */
async function read(refreshes: readonly { readonly at: number; readonly items: ItemAtRank[] }[], now: number) {
  if (!list) throw new Error('the list was not built')
  const database = await openHistory(newFolder())
  for (const refresh of refreshes) await database.writeRefreshes([{ list: 'weibo', ...refresh }])
  const bans = createTestBans()
  const history = createListHistory({
    reader: createHistoryReader(historyReads(database)),
    shown: createItemFilter(bans),
    epochMs: () => now,
  })
  return { history, list, bans }
}

/** One refresh every ten minutes from noon on; they are read a day later. */
function historyOf(...refreshes: readonly string[]) {
  return read(
    refreshes.map((words, index) => ({ at: noon + index * 10 * minute, items: ranked(words) })),
    noon + day,
  )
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

const lists = Object.entries(hours).map(([hour, rows]) => ({
  at: Date.parse(`${hour}:00:00+08:00`),
  items: rows.map(([title, hot], index) => ({
    ...{ title: String(title), rank: index + 1, hot: typeof hot === 'number' ? hot : null },
  })),
}))
const [first, last] = [lists[0]?.at ?? 0, lists.at(-1)?.at ?? 0]

function replayDays() {
  const itemOf = (title: string) => ({ id: title, title, url: 'https://items.site.test/' })
  const refreshes = lists.map(({ at, items }) => ({
    at,
    items: items.map(({ title, hot }): ItemAtRank => ({ ...itemOf(title), ...(hot !== null && { hot }) })),
  }))
  return read(refreshes, last)
}

interface Point {
  readonly at: number
  readonly rank: number | null
  readonly hot: number | null
}

/** What the files say of an item: where it stood each hour, and the first hour without it after each stay. */
function pointsOf(title: string): Point[] {
  let isOn = false
  return lists.flatMap(({ at, items }): Point[] => {
    const item = items.find((other) => other.title === title)
    const wasOn = isOn
    isOn = item !== undefined
    if (item) return [{ at, rank: item.rank, hot: item.hot }]
    return wasOn ? [{ at, rank: null, hot: null }] : []
  })
}

it('of two real days, every item has the ranks, heat, peak and times of the files', async () => {
  const { list, history } = await replayDays()
  const titles = new Set(lists.flatMap(({ items }) => items.map(({ title }) => title)))
  expect(titles.size).toBeGreaterThan(300)
  for (const title of titles) {
    const points = pointsOf(title)
    const stays = points.flatMap(({ at, rank, hot }) => (rank === null ? [] : [{ rank, at, hot }]))
    const peak = stays.reduce((best, stay) => (stay.rank < best.rank ? stay : best))
    expect(await history.span(list, { limit: 100, item: title, from: first, to: last }), title).toMatchObject({
      points,
      peak,
      firstSeen: stays[0]?.at,
      lastSeen: stays.at(-1)?.at,
    })
  }
})

it('of two real days, the list of every hour stands as in its file', async () => {
  const { list, history } = await replayDays()
  for (const { at, items } of lists) {
    const { updatedAt, data } = await history.at(list, at + 59 * 60_000)
    expect(updatedAt).toBe(at)
    expect(data.map(({ title, rank }) => [title, rank])).toEqual(items.map(({ title, rank }) => [title, rank]))
  }
})
