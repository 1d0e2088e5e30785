// Filtering banned items: the fields that count, the ones that are removed, and bans added later.
import { describe, expect, it } from 'vitest'
import { ban, createTestBans, lift } from '../../test/kit/disk.ts'
import { later, makeHotLists, staying } from '../../test/kit/hot-lists.ts'
import { createItemFilter } from './lists.ts'
import type { ListItem } from './sanitize-items.ts'
import { listMessages } from './streaming/follow-stream.ts'
import { toItems } from './to-contract.ts'

const item: ListItem = {
  id: '1',
  title: 'a title',
  url: 'https://items.site.test/1',
  mobileUrl: 'https://m.items.site.test/1',
  hover: 'a summary',
  info: 'a few words',
  icon: 'https://icons.test/1.png',
}

describe('an item', () => {
  it.each([
    ['word', 'TITLE'],
    ['word', 'summary'],
    ['word', 'few words'],
    ['host', 'site.test'],
    ['host', 'm.items.site.test'],
    ['share', 'https://items.site.test/1'],
  ] as const)('is not shown where %s %s is banned', (kind, value) => {
    expect(createItemFilter(createTestBans([kind, value]))([item])).toEqual([undefined])
  })

  it.each([
    ['word', 'title a'],
    ['host', 'other.items.site.test'],
    ['share', 'https://items.site.test/2'],
    ['channel', 'title'],
  ] as const)('is shown where %s %s is banned', (kind, value) => {
    expect(createItemFilter(createTestBans([kind, value]))([item])).toEqual([item])
  })

  it.each(['url', 'mobileUrl'] as const)('is not shown where its %s leads on to what is banned', (name) => {
    const leading = { ...item, [name]: 'https://link.test/?target=https%3A%2F%2Ffiles.test%2Fa%2Fb' }
    expect(createItemFilter(createTestBans(['host', 'files.test']))([leading])).toEqual([undefined])
    expect(createItemFilter(createTestBans(['share', 'https://files.test/a/b']))([leading])).toEqual([undefined])
  })

  it('is shown without a picture that lies at a banned host, or is fetched from there by another', () => {
    const { icon: _icon, ...bare } = item
    const shown = createItemFilter(createTestBans(['host', 'icons.test']))
    const fetched = { ...item, icon: 'https://pictures.test/?url=https://icons.test/1.png' }
    expect(shown([item, fetched])).toEqual([bare, bare])
  })
})

it('a list is looked at again once other things are banned', async () => {
  const bans = createTestBans()
  const shown = createItemFilter(bans)
  const items = [item, { ...item, id: '2', title: 'another' }]
  const ids = () => shown(items).map((one) => one?.id)
  expect(ids()).toEqual(['1', '2'])
  await ban(bans, 'word', 'another')
  expect(ids()).toEqual(['1', undefined])
  await ban(bans, 'word', 'a title')
  expect(ids()).toEqual([undefined, undefined])
  await lift(bans, 'word', 'another')
  expect(ids()).toEqual([undefined, '2'])
})

describe('a list of which something is banned', () => {
  it('shows the other items at their rank, as many as requested', async () => {
    const { lists, list, bans, sites, time } = makeHotLists({ a: {} })
    sites.says('a', 'pp qq rr ss')
    await ban(bans, 'word', 'qq')
    const received = lists.one(list('a'), { force: false, signal: staying() })
    await time.advance(0)
    expect(toItems((await received).items, 2).map(({ id, rank }) => [id, rank])).toEqual([
      ['pp', 1],
      ['rr', 3],
    ])
  })

  it('is a success when nothing is left of it, and whole again once the ban is lifted', async () => {
    const { batches, bans, sites, time } = makeHotLists({ a: {} })
    sites.says('a', 'pp qq')
    const ask = async () => {
      const received = batches.batch({ sources: ['a'], force: false, limit: 20 }, staying())
      await time.advance(0)
      const [result] = (await received).body.results
      return [result?.success, result?.count]
    }
    await ban(bans, 'host', 'items.site.test')
    expect(await ask()).toEqual([true, 0])
    await lift(bans, 'host', 'items.site.test')
    expect(await ask()).toEqual([true, 2])
    expect(sites.timesAsked('a')).toBe(1)
  })

  it('is left out of a batch that is still waiting when it is banned', async () => {
    const { batches, bans, sites, time } = makeHotLists({ a: {}, b: {} })
    sites.says('a', 'pp qq')
    sites.says('b', later(1_000, 'rr'))
    const received = batches.batch({ sources: ['a', 'b'], force: false, limit: 20 }, staying())
    await time.advance(500)
    await ban(bans, 'word', 'pp')
    await time.advance(500)
    expect((await received).body.results.map(({ data }) => data.map(({ id }) => id))).toEqual([['qq'], ['rr']])
  })

  it('is left out of a chunk that is still waiting when it is banned', async () => {
    const { lists, bans, sites, time } = makeHotLists({ a: {} })
    sites.says('a', 'pp qq rr')
    const pause = async () => ban(bans, 'word', 'qq')
    const received: string[] = []
    const reading = (async () => {
      const expected = { sources: ['a'], chunkSize: 1, delay: 1 }
      for await (const { data } of listMessages(expected, { lists, pause }, staying())) {
        received.push(...data.map(({ id, rank }) => `${rank} ${id}`))
      }
    })()
    await time.advance(0)
    await reading
    expect(received).toEqual(['1 pp', '3 rr'])
  })
})
