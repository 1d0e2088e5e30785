// Stories of cached lists: what takes part, what they say, and when they are joined again.
import { expect, it, vi } from 'vitest'
import { ban } from '../../test/kit/disk.ts'
import { makeHotLists, silence, staying } from '../../test/kit/hot-lists.ts'
import { trendsRequest } from '../contract/hotlist-trends.ts'
import type { HistoryStorage } from '../store/history/history-storage.ts'
import type { ItemSummary } from '../store/history/types.ts'
import type { HotItem } from './list-definition.ts'
import { createStoryMemory, type StoryMemory } from './stories/earlier-stories.ts'
import { createTrends } from './trends.ts'

const minute = 60_000
const hour = 60 * minute
const goat = { a: '山羊闯入云溪图书馆', b: '云溪图书馆闯入一只山羊' }
const ship = '渔船在白沙湾搁浅'

function item(title: string): HotItem {
  return { id: title, title, url: `https://items.site.test/${encodeURIComponent(title)}`, hot: 7 }
}

function historyWith(page: HistoryStorage['page']): HistoryStorage {
  const nothing = async () => undefined
  return { record: () => undefined, listAt: nothing, listsSince: nothing, page }
}

/** Lists with these titles, which may be replaced; only lists that were asked are cached. */
function withTitles(
  titles: Record<string, string[]>,
  stored: { history?: HistoryStorage; storyMemory?: StoryMemory } = {},
) {
  const rows = Object.keys(titles).map((id) => [id, { ask: async () => (titles[id] ?? []).map(item) }] as const)
  const made = makeHotLists(Object.fromEntries(rows), undefined, undefined, stored)
  const settled = async <Value>(coming: Promise<Value>) => {
    await made.time.advance(0)
    return coming
  }
  const ask = async (...ids: readonly string[]) => {
    for (const id of ids) await settled(made.lists.one(made.list(id), { force: true, signal: staying() }))
  }
  const trends = (query: Readonly<Record<string, string>> = {}) => settled(made.trends(trendsRequest.parse(query)))
  const reported = async (query?: Readonly<Record<string, string>>) =>
    (await trends(query)).stories.map(({ items }) => items.map(({ title }) => title))
  return { ...made, ask, trends, told: reported }
}

it('the same event on cached lists of two platforms is reported with its items, words and first sight', async () => {
  const { ask, trends, time } = withTitles({ a: ['晚饭吃什么', goat.a], b: [goat.b] })
  const start = time.now()
  await ask('a')
  await time.advance(minute)
  await ask('b')
  const { stories, ...counts } = await trends()
  expect(counts).toEqual({ window: 86_400, count: 1, total: 1 })
  const [story] = stories
  expect(story).toMatchObject({
    items: [
      { ...item(goat.b), source: 'b', rank: 1 },
      { ...item(goat.a), source: 'a', rank: 2 },
    ],
    ...{ platforms: 2, firstSeen: start, firstSource: 'a' },
  })
  expect(story?.why.map(({ word }) => word)).toContain('云溪图书馆')
})

it('an item entered its list when a reading has it and an earlier one has not; else nobody says when', async () => {
  const titles = { a: ['晚饭吃什么', goat.a], b: [ship] }
  const { ask, trends, time } = withTitles(titles)
  await ask('a', 'b')
  await time.advance(minute)
  titles.b = [ship, goat.b]
  await ask('b')
  const [story] = (await trends()).stories
  expect(story?.items.map(({ source, enteredAt }) => [source, enteredAt])).toEqual([
    ['a', undefined],
    ['b', time.now()],
  ])
  expect(story?.enteredAt).toBeUndefined()
})

it.each(['wikipedia-zh', 'netease-music-hot', 'apple-music-cn', 'douban-book', 'steam-topsellers'])(
  'a bare name on %s joins no headline that has it',
  async (names) => {
    const { ask, told: reported } = withTitles({ [names]: ['云溪图书馆'], a: [goat.a], b: [goat.b] })
    await ask(names, 'a', 'b')
    expect(await reported()).toEqual([[goat.a, goat.b]])
  },
)

it('lists that are not cached are not asked', async () => {
  const { ask, told: reported } = withTitles({ a: [goat.a], b: [goat.b], c: [goat.a] })
  await ask('a', 'b')
  expect(await reported()).toEqual([[goat.a, goat.b]])
})

it('lists of one site are one platform, whatever their families', async () => {
  const { ask, told: reported, list } = withTitles({ a: [goat.a], b: [goat.b] })
  Object.assign(list('b'), { name: list('a').name })
  await ask('a', 'b')
  expect(await reported()).toEqual([])
})

it('a story within the window is one that two platforms returned since', async () => {
  const { ask, told: reported, time } = withTitles({ a: [goat.a], b: [goat.b], c: [goat.a] })
  await ask('a', 'b')
  await time.advance(2 * hour)
  await ask('c')
  expect(await reported({ window: '1h' })).toEqual([])
  expect(await reported({ window: '3h' })).toHaveLength(1)
  await time.advance(23 * hour)
  expect(await reported()).toEqual([])
})

it('the limit counts stories, and a column has the stories with one of its lists', async () => {
  const { ask, told: reported, trends, list } = withTitles({ a: [ship, goat.a], b: [ship, goat.b] })
  await ask('a', 'b')
  expect(await reported({ limit: '1' })).toEqual([[ship, ship]])
  expect(await trends({ limit: '1' })).toMatchObject({ count: 1, total: 2 })
  expect(await reported({ column: list('a').column })).toHaveLength(2)
  expect(await reported({ column: 'sports' })).toEqual([])
})

it('lists that changed are joined again after some seconds, and the story keeps its id', async () => {
  const titles = { a: [goat.a], b: [goat.b] }
  const { ask, told: reported, trends, time } = withTitles(titles)
  await ask('a', 'b')
  const [first] = (await trends()).stories
  titles.b = [ship, goat.b]
  await time.advance(minute)
  await trends()
  await time.advance(1_000)
  await ask('b')
  expect((await trends()).stories[0]?.items.map(({ rank }) => rank)).toEqual([1, 1])
  await time.advance(5_000)
  const [next] = (await trends()).stories
  expect(next?.items.map(({ rank }) => rank)).toEqual([1, 2])
  expect(next).toMatchObject({ id: first?.id, firstSeen: first?.firstSeen })
  expect(await reported()).toHaveLength(1)
})

it('requests at the same time are answered by one reading of the lists', async () => {
  const { ask, trends, lists } = withTitles({ a: [goat.a], b: [goat.b] })
  await ask('a', 'b')
  const known = vi.spyOn(lists, 'known')
  await Promise.all([trends(), trends()])
  expect(known).toHaveBeenCalledTimes(2)
})

it('banned items disappear at once, and the others keep their rank', async () => {
  const { ask, told: reported, trends, bans } = withTitles({ a: [ship, goat.a], b: [ship, goat.b] })
  await ask('a', 'b')
  expect(await reported()).toHaveLength(2)
  await ban(bans, 'word', '渔船')
  expect(await reported()).toEqual([[goat.a, goat.b]])
  expect((await trends()).stories[0]?.items.map(({ rank }) => rank)).toEqual([2, 2])
})

it('stories have no items of a list that is gone or off, and those of one that is new, at once', async () => {
  const { ask, told: reported, all, list, lists } = withTitles({ a: [goat.a], b: [goat.b], c: [goat.b] })
  await ask('a', 'b')
  expect(await reported()).toHaveLength(1)
  const b = list('b')
  all.delete('b')
  lists.onSetChanged()
  expect(await reported()).toEqual([])
  all.set('b', b)
  lists.onSetChanged()
  expect(await reported()).toHaveLength(1)
  all.set('b', { ...b, isEnabled: false })
  lists.onSetChanged()
  expect(await reported()).toEqual([])
})

it('a request after a ban gets no stories of lists that were read before it', async () => {
  const { ask, bans, lists, time } = withTitles({ a: [ship, goat.a], b: [ship, goat.b] })
  await ask('a', 'b')
  const held = Promise.withResolvers<void>()
  const known = async (list: Parameters<typeof lists.known>[0]) => {
    const answer = await lists.known(list)
    await held.promise
    return answer
  }
  const versions = { of: () => ({ slot: 0, version: 0 }), onChange: () => undefined }
  const deps = { versions, bans, storyMemory: createStoryMemory(), epochMs: time.now }
  const trends = createTrends({ lists: { all: lists.all, find: lists.find, known }, ...deps })
  const before = trends(trendsRequest.parse({}))
  await time.advance(0)
  await ban(bans, 'word', '渔船')
  const after = trends(trendsRequest.parse({}))
  held.resolve()
  await time.advance(0)
  expect([(await before).total, (await after).total]).toEqual([2, 1])
})

it('a story began when the history first has one of its items, though this process saw them later', async () => {
  const read: string[] = []
  const began = Date.UTC(2026, 10, 19, 12)
  const summary = (title: string, firstSeen: number): ItemSummary => {
    const peak = { rank: 1, at: firstSeen, hot: null }
    return { id: title, title, url: 'https://items.site.test/', firstSeen, lastSeen: firstSeen, peak }
  }
  const history = historyWith(async ({ list }) => {
    read.push(list)
    return { items: list === 'b' ? [summary(goat.b, began)] : [], points: [] }
  })
  const { ask, trends, time } = withTitles({ a: [goat.a], b: [goat.b], c: [ship] }, { history })
  await ask('a', 'b', 'c')
  await trends()
  await time.advance(5_000)
  expect((await trends()).stories).toMatchObject([{ firstSeen: began, firstSource: 'b' }])
  await time.advance(2 * minute)
  expect((await trends()).stories).toMatchObject([{ firstSeen: began, firstSource: 'b' }])
  // Each list once, and none without a story.
  expect(read.toSorted()).toEqual(['a', 'b'])
})

it('a history that cannot be read changes nothing', async () => {
  const history = historyWith(async () => undefined)
  const { ask, trends, time } = withTitles({ a: [goat.a], b: [goat.b] }, { history })
  await ask('a', 'b')
  expect((await trends()).stories).toMatchObject([{ firstSeen: time.now(), firstSource: 'a' }])
})

it('a history that fails once is read again after the next join', async () => {
  const read: string[] = []
  const history = historyWith(async ({ list }) => {
    read.push(list)
    if (read.length === 1) throw new Error('the thread has ended')
    return { items: [], points: [] }
  })
  const { ask, trends, time } = withTitles({ a: [goat.a], b: [goat.b] }, { history })
  await ask('a', 'b')
  await trends()
  await time.advance(2 * minute)
  await trends()
  await time.advance(0)
  expect(read).toEqual(['a', 'a', 'b'])
})

it('the first answer does not wait for the history', async () => {
  const history = historyWith(() => silence)
  const { ask, trends, time } = withTitles({ a: [goat.a], b: [goat.b] }, { history })
  await ask('a', 'b')
  expect((await trends()).stories).toMatchObject([{ firstSeen: time.now(), firstSource: 'a' }])
})

/** The id that a story with an item of `titles` has in a process that loads the `saved` stories after `days`. */
async function idAfterRestart(titles: Record<string, string[]>, saved: string, days = 0) {
  const storyMemory = createStoryMemory()
  storyMemory.load(saved)
  const { ask, trends, time } = withTitles(titles, { storyMemory })
  await time.advance(days * 24 * hour)
  await ask(...Object.keys(titles))
  const [story] = (await trends()).stories
  return story?.id
}

it('a story keeps its id when the process starts again and its first item has left', async () => {
  const storyMemory = createStoryMemory()
  expect(storyMemory.beginSave()).toBeUndefined()
  const { ask, trends } = withTitles({ a: [goat.a], b: [goat.b] }, { storyMemory })
  await ask('a', 'b')
  const id = (await trends()).stories[0]?.id
  const later = { b: [goat.b], c: [goat.a] }
  expect(id).toBeDefined()
  expect(await idAfterRestart(later, storyMemory.serialize())).toBe(id)
  for (const other of ['', '[]', '{"at":1}']) expect(await idAfterRestart(later, other)).not.toBe(id)
  expect(await idAfterRestart(later, storyMemory.serialize(), 2)).not.toBe(id)
})

it('stories are saved once after they were joined, and again when that failed', async () => {
  const storyMemory = createStoryMemory()
  const { ask, trends } = withTitles({ a: [goat.a], b: [goat.b] }, { storyMemory })
  await ask('a', 'b')
  await trends()
  storyMemory.beginSave()?.(false)
  const endSave = storyMemory.beginSave()
  expect(endSave).toBeDefined()
  endSave?.(true)
  expect(storyMemory.beginSave()).toBeUndefined()
})
