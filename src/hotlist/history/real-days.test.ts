// Replays two real days of hourly lists: the history tells what the files say, for every item and every hour.
import { expect, it } from 'vitest'
import hours from '../../../fixtures/hotlist-history/weibo/hours.json' with { type: 'json' }
import { createTestBans, historyReads, newFolder, openHistory } from '../../../test/kit/disk.ts'
import type { ItemAtRank } from '../../store/history/types.ts'
import { buildLists } from '../build-lists.ts'
import { createItemFilter } from '../lists.ts'
import { createHistoryReader, createListHistory } from './list-history.ts'

const lists = Object.entries(hours).map(([hour, rows]) => ({
  at: Date.parse(`${hour}:00:00+08:00`),
  items: rows.map(([title, hot], index) => ({
    ...{ title: String(title), rank: index + 1, hot: typeof hot === 'number' ? hot : null },
  })),
}))
const [first, last] = [lists[0]?.at ?? 0, lists.at(-1)?.at ?? 0]

async function replay() {
  const [list] = buildLists('weibo', {
    ...{ name: 'Weibo', home: 'https://weibo.test/', column: 'china', color: '#e6162d' },
    lists: { weibo: { type: 'hottest', interval: 600, ask: async () => [] } },
  })
  if (!list) throw new Error('the list was not built')
  const database = await openHistory(newFolder())
  for (const { at, items } of lists) {
    const written = items.map(
      ({ title, hot }): ItemAtRank => ({
        ...{ id: title, title, url: 'https://items.site.test/' },
        ...(hot !== null && { hot }),
      }),
    )
    await database.writeRefreshes([{ list: 'weibo', at, items: written }])
  }
  const history = createListHistory({
    reader: createHistoryReader(historyReads(database)),
    shown: createItemFilter(createTestBans()),
    epochMs: () => last,
  })
  return { list, history }
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

it('every item has the ranks, heat, peak and times of the files', async () => {
  const { list, history } = await replay()
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

it('the list of every hour stands as in its file', async () => {
  const { list, history } = await replay()
  for (const { at, items } of lists) {
    const { updatedAt, data } = await history.at(list, at + 59 * 60_000)
    expect(updatedAt).toBe(at)
    expect(data.map(({ title, rank }) => [title, rank])).toEqual(items.map(({ title, rank }) => [title, rank]))
  }
})
