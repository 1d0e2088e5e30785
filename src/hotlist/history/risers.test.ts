// The fastest risers over scripted sites and a real history, and what a new process knows of items that left.
import { expect, it } from 'vitest'
import { ban, historyReads, newFolder, openHistory } from '../../../test/kit/disk.ts'
import { makeHotLists, staying } from '../../../test/kit/hot-lists.ts'
import { rememberLeft } from '../movement.ts'
import { createHistoryReader, recordRefreshes } from './list-history.ts'
import { createRisers } from './risers.ts'

const minute = 60_000

async function make() {
  const made = makeHotLists({ weibo: {}, zhihu: {}, news: { type: 'realtime' } })
  const { lists, list, time, sites, bans } = made
  const database = await openHistory(newFolder())
  const writes: Promise<void>[] = []
  const storage = {
    record: (id: string, refresh: object) =>
      void writes.push(database.writeRefreshes([{ list: id, at: 0, items: [], ...refresh }])),
    ...historyReads(database),
  }
  const all = new Map(lists.all.map((one) => [one.id, one]))
  const record = recordRefreshes(all, storage)
  /** Refreshes the lists that the sites now give. */
  const refresh = async (pages: Readonly<Record<string, string>>) => {
    for (const [id, page] of Object.entries(pages)) {
      sites.says(id, page)
      const asked = lists.one(list(id), { force: true, signal: staying() })
      await time.advance(0)
      const { items, at = new Date(0) } = await asked
      record(id, { state: 'fresh', items: items.flatMap((item) => item ?? []), at })
    }
    await Promise.all(writes)
  }
  const risers = createRisers({ lists, reader: createHistoryReader(storage), bans, epochMs: time.now })
  const rising = async (window: '10m' | '1h') =>
    (await risers({ window, limit: 10 })).risers.map(
      ({ id, item, before, gained }) => `${id} ${item.id} ${before} ${gained}`,
    )
  return { ...made, storage, refresh, rising }
}

it('are the items of all lists that gained the most ranks, newcomers from below the last', async () => {
  const { refresh, rising, time } = await make()
  await refresh({ weibo: 'a b c d', zhihu: 'x y', news: 'p' })
  await time.advance(61 * minute)
  await refresh({ weibo: 'd a n b c', zhihu: 'y x', news: 'q p' })
  expect(await rising('1h')).toEqual(['weibo d 4 3', 'weibo n null 2', 'zhihu y 2 1'])
})

it('are compared with the beginning of the window, and cached for a minute unless something is banned', async () => {
  const { refresh, rising, time, bans } = await make()
  await refresh({ weibo: 'a b cc' })
  await time.advance(50 * minute)
  await refresh({ weibo: 'cc a b' })
  await time.advance(11 * minute)
  await refresh({ weibo: 'cc b a' })
  expect(await rising('1h')).toEqual(['weibo cc 3 2'])
  expect(await rising('10m')).toEqual(['weibo b 3 1'])
  await time.advance(minute / 2)
  await refresh({ weibo: 'b cc a' })
  expect(await rising('10m')).toEqual(['weibo b 3 1'])
  await ban(bans, 'word', 'cc')
  expect(await rising('1h')).toEqual(['weibo b 2 1'])
})

it('are none where nothing is recorded', async () => {
  const { rising } = await make()
  expect(await rising('1h')).toEqual([])
})

it('an item that left before this process started is back, not new', async () => {
  const { refresh, storage, time, lists, list } = await make()
  await refresh({ weibo: 'a b' })
  await time.advance(minute)
  await refresh({ weibo: 'a c' })
  const { items } = await lists.one(list('weibo'), { force: false, signal: staying() })
  const now = time.now()
  const later = makeHotLists({ weibo: {} }).list('weibo')
  await rememberLeft(new Map([['weibo', later]]), storage, now)
  const times = { at: now + minute, before: now }
  const shown = items.flatMap((item) => item ?? [])
  const b = { id: 'b', title: 'b', url: 'https://items.site.test/b' }
  const d = { ...b, id: 'd' }
  expect(later.movement.compare([b, d], shown, times)).toMatchObject([{ arrival: 'back' }, { arrival: 'new' }])
})
