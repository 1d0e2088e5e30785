// The history in both databases: what was recorded is read again, also after days were compressed and thinned.
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../test/kit/clocks.ts'
import { databases, newFolder, noon, openHistory, placesIn, ranked, roomy, wordsOf } from '../../../test/kit/disk.ts'
import type { Sql } from '../sql/sql.ts'
import { createSqliteSql } from '../sql/sqlite.ts'
import { dayMs, hourMs } from './day-history.ts'
import { dayOf, loadDay } from './history-table.ts'
import type { HistoryPoint, HistoryQuery, ItemSummary, Refresh } from './types.ts'

const minute = 60_000

async function tidyAll(history: Awaited<ReturnType<typeof openHistory>>, now: number): Promise<void> {
  while (await history.tidyHistory(now));
}

/** All pages of a query. */
async function allOf(history: Awaited<ReturnType<typeof openHistory>>, query: HistoryQuery) {
  const items: ItemSummary[] = []
  const points: HistoryPoint[] = []
  for (let from: number | undefined = query.from; from !== undefined; ) {
    const page = await history.page({ ...query, from })
    items.push(...page.items)
    points.push(...page.points)
    from = page.next
  }
  return { items, points }
}

/** Refreshes every ten minutes of a list whose items come, move and go at random. */
function randomRefreshes(count: number, from: number): Refresh[] {
  const random = seeded(7)
  let names = ['a', 'b', 'c', 'd', 'e']
  return Array.from({ length: count }, (_, at) => {
    const place = Math.floor(random() * names.length)
    if (random() < 0.3) names = names.toSpliced(place, 1, random() < 0.5 ? `n${at}` : `n${Math.floor(at / 7)}`)
    if (random() < 0.5) names = [...names.slice(place), ...names.slice(0, place)]
    const words = [...new Set(names)].map((name) =>
      random() < 0.8 ? `${name}:${Math.floor(random() * 1e6) / 2}` : name,
    )
    return { at: from + at * 10 * minute, items: ranked(words.join(' ')) }
  })
}

describe.each(databases)('a history in %s', (engine) => {
  const newPlace = placesIn(engine)

  it('gives each refresh of random lists back as it was, compressed or not', async () => {
    const history = await openHistory(await newPlace())
    const refreshes = randomRefreshes(400, noon)
    for (const refresh of refreshes) await history.writeRefreshes([{ list: 'weibo', ...refresh }])
    for (const isTidied of [false, true]) {
      if (isTidied) await tidyAll(history, noon + 3 * dayMs)
      for (const { at, items } of refreshes) expect(await history.listAt('weibo', at + minute)).toEqual({ at, items })
    }
  })

  it('tells of an item where it stood, its peak, and when it was there', async () => {
    const history = await openHistory(await newPlace())
    const lists = ['a:1 b:2', 'b:3 a:1', 'b:3', 'c b a:9']
    for (const [index, words] of lists.entries())
      await history.writeRefreshes([{ list: 'weibo', at: noon + index * 8 * hourMs, items: ranked(words) }])
    for (const isTidied of [false, true]) {
      if (isTidied) await tidyAll(history, noon + 3 * dayMs)
      const query = { list: 'weibo', from: noon, to: noon + dayMs }
      const { points, items } = await allOf(history, { ...query, item: 'a' })
      expect(points).toEqual([
        { at: noon, rank: 1, hot: 1 },
        { at: noon + 8 * hourMs, rank: 2, hot: 1 },
        { at: noon + 16 * hourMs, rank: null, hot: null },
        { at: noon + 24 * hourMs, rank: 3, hot: 9 },
      ])
      expect(items.map(({ firstSeen, lastSeen, peak }) => ({ firstSeen, lastSeen, peak }))).toEqual([
        { firstSeen: noon, lastSeen: noon + 8 * hourMs, peak: { rank: 1, at: noon, hot: 1 } },
        { firstSeen: noon + dayMs, lastSeen: noon + dayMs, peak: { rank: 3, at: noon + dayMs, hot: 9 } },
      ])
      const inSpan = await allOf(history, { ...query, from: noon + 1, to: noon + 20 * hourMs })
      expect(inSpan.items.map(({ id, peak: { rank } }) => `${id} ${rank}`)).toEqual(['a 2', 'b 1', 'b 1'])
    }
  })

  it('finds an item again after days without it, whatever its name', async () => {
    const history = await openHistory(await newPlace())
    const name = String.raw`q"\速`
    for (const [day, words] of [`x ${name}`, 'x', 'x', `${name} x`, 'x'].entries())
      await history.writeRefreshes([{ list: 'weibo', at: noon + day * dayMs, items: ranked(words) }])
    for (const isTidied of [false, true]) {
      if (isTidied) await tidyAll(history, noon + 10 * dayMs)
      const query = { list: 'weibo', from: noon - dayMs, to: noon + 5 * dayMs, item: name }
      const { points, items } = await allOf(history, query)
      expect(points.map(({ at, rank }) => [(at - noon) / dayMs, rank])).toEqual([
        [0, 2],
        [1, null],
        [3, 1],
        [4, null],
      ])
      expect(items.map(({ id, firstSeen }) => [id, (firstSeen - noon) / dayMs])).toEqual([
        [name, 0],
        [name, 3],
      ])
    }
  })

  it('writes next to nothing for a refresh that changes nothing, and knows that it took place', async () => {
    const history = await openHistory(await newPlace())
    for (const at of [noon, noon + minute]) await history.writeRefreshes([{ list: 'weibo', at, items: ranked('a b') }])
    expect(await history.listAt('weibo', noon + dayMs)).toEqual({ at: noon + minute, items: ranked('a b') })
  })

  it('skips a refresh that is late, and goes on after one of another replica', async () => {
    const place = await newPlace()
    const [one, other] = [await openHistory(place), await openHistory(place)]
    await one.writeRefreshes([{ list: 'weibo', at: noon, items: ranked('a b') }])
    await other.writeRefreshes([{ list: 'weibo', at: noon + 2, items: ranked('c a') }])
    await one.writeRefreshes([{ list: 'weibo', at: noon + 1, items: ranked('b') }])
    await one.writeRefreshes([{ list: 'weibo', at: noon + 3, items: ranked('c a b') }])
    expect(wordsOf((await one.listAt('weibo', noon + 1))?.items)).toBe('a b')
    expect(wordsOf((await other.listAt('weibo', noon + 2))?.items)).toBe('c a')
    expect(wordsOf((await other.listAt('weibo', noon + 3))?.items)).toBe('c a b')
  })

  it('gives the first refresh for a time before it, and nothing of a list without any', async () => {
    const history = await openHistory(await newPlace())
    await history.writeRefreshes([{ list: 'weibo', at: noon, items: ranked('a') }])
    expect((await history.listAt('weibo', noon - 40 * dayMs))?.at).toBe(noon)
    expect(await history.listAt('zhihu', noon)).toBeUndefined()
    expect(await history.page({ list: 'zhihu', from: 0, to: noon })).toEqual({ items: [], points: [] })
  })

  it('keeps every refresh for a week, one an hour for a quarter, one a day after it, and drops the oldest', async () => {
    const history = await openHistory(await newPlace(), { ...roomy, maxDays: 100 })
    const start = Math.floor(noon / dayMs) * dayMs
    const refreshes = randomRefreshes(2 * 144, start)
    for (const refresh of refreshes) await history.writeRefreshes([{ list: 'weibo', ...refresh }])
    const before = await allOf(history, { list: 'weibo', from: start, to: start + dayMs - 1 })
    const countOn = async () => {
      const found = new Set<number>()
      for (let at = start; at < start + dayMs; at += 10 * minute)
        found.add((await history.listAt('weibo', at))?.at ?? 0)
      return found.size
    }
    const counts: number[] = []
    for (const days of [6, 7, 90, 91]) {
      await tidyAll(history, start + days * dayMs + hourMs)
      counts.push(await countOn())
    }
    // The refresh that is given for a time before the first one counts too.
    expect(counts).toEqual([144, 24, 24, 1])
    const { items } = await allOf(history, { list: 'weibo', from: start, to: start + dayMs - 1 })
    expect(before.items).toEqual(expect.arrayContaining(items))
    await tidyAll(history, start + 102 * dayMs)
    expect(await history.listAt('weibo', start + 102 * dayMs)).toBeUndefined()
  })

  it('above its size thins the oldest before it drops it, and today last', async () => {
    const place = await newPlace()
    const small = { ...roomy, maxBytes: 4 * 1024 * 1024 + 300_000 }
    const history = await openHistory(place, engine === 'sqlite' ? small : { ...roomy, maxBytes: 150_000 })
    const start = Math.floor(noon / dayMs) * dayMs
    for (let day = 0; day < 30; day += 1)
      await history.writeRefreshes(
        randomRefreshes(144, start + day * dayMs).map((refresh) => ({
          list: 'weibo',
          at: refresh.at,
          items: refresh.items.map((item) => ({ ...item, url: `${item.url}/${Math.sin(day + refresh.at)}` })),
        })),
      )
    await tidyAll(history, start + 30 * dayMs)
    const dayOfFirst = async () => ((await history.listAt('weibo', 0))?.at ?? 0) / dayMs - start / dayMs
    expect(await dayOfFirst()).toBeGreaterThan(0)
    expect((await history.listAt('weibo', start + 30 * dayMs))?.at).toBe(start + 30 * dayMs - 10 * minute)
  })
})

it('has every refresh while a day is compressed between the statements of a read', async () => {
  const folder = newFolder()
  const history = await openHistory(folder)
  const write = (at: number) => history.writeRefreshes([{ list: 'weibo', at, items: ranked('a:1 b:2') }])
  await write(noon)
  await tidyAll(history, noon + 3 * dayMs)
  await write(noon + 1)
  const sql = createSqliteSql(new DatabaseSync(`${folder}/trawl.db`))
  let isTidied = false
  const tidied = async <Result>(result: Promise<Result>) => {
    const found = await result
    if (!isTidied) await tidyAll(history, noon + 3 * dayMs)
    isTidied = true
    return found
  }
  const reading: Sql = {
    ...sql,
    first: (...given) => tidied(sql.first(...given)),
    all: (...given) => tidied(sql.all(...given)),
  }
  const { refreshes } = await loadDay(reading, { list: 'weibo', day: dayOf(noon) })
  expect(refreshes.map(({ at }) => at)).toEqual([noon, noon + 1])
})

it('keeps a title that changes, and the first address', async () => {
  const history = await openHistory(newFolder())
  const item = { id: 'a', title: 'Before', url: 'https://a.test/?seq=1' }
  await history.writeRefreshes([{ list: 'weibo', at: noon, items: [item] }])
  await history.writeRefreshes([{ list: 'weibo', at: noon + 1, items: [{ ...item, url: 'https://a.test/?seq=2' }] }])
  expect((await history.listAt('weibo', noon + 1))?.items[0]?.url).toBe('https://a.test/?seq=1')
  await history.writeRefreshes([{ list: 'weibo', at: noon + 2, items: [{ ...item, title: 'After' }] }])
  expect((await history.listAt('weibo', noon + 2))?.items[0]?.title).toBe('After')
})
