// Building lists from families: rejected definitions, sanitized items, and rank gains.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeSite } from '../../test/kit/site-io.ts'
import { failureOf } from '../../test/kit/wire.ts'
import type { Io } from '../upstream/source.ts'
import { buildLists } from './build-lists.ts'
import type { HotItem } from './list-definition.ts'

const shown = { name: '示例', home: 'https://demo.test/', column: 'tech', color: '#ef4444' }

function listWith(more: object = {}) {
  return { type: 'hottest', interval: 600, ask: async () => [], ...more }
}

/** Builds the only list of a family against a fake site. */
function sourceOf(ask: (...given: never[]) => Promise<unknown>, answer: () => unknown = () => 404) {
  const [list] = buildLists('demo', { ...shown, lists: { demo: listWith({ ask }) } })
  if (!list) throw new Error('there should be a list')
  const { io, skippedUpstream } = makeSite(answer).begin()
  return { source: list.source, ask: () => list.source.ask({}, io), bypassed: skippedUpstream }
}

/** The sanitized items. */
async function storedOf(items: readonly HotItem[]) {
  return sourceOf(async () => items as HotItem[]).ask()
}

function item(id: string | number, more: Partial<HotItem> = {}): HotItem {
  return { id, title: `title ${id}`, url: `https://demo.test/${id}`, ...more }
}

describe('a list that may be empty', () => {
  const emptyOf = (ask: (io: Io) => Promise<HotItem[]>) => {
    const [list] = buildLists('demo', { ...shown, lists: { demo: listWith({ ask, mayBeEmpty: true }) } })
    return list?.source.ask({}, makeSite(() => 404).begin().io)
  }

  it('is a list of nothing when its source gives nothing, also by its first way', async () => {
    expect(await emptyOf(async () => [])).toEqual([])
    expect(await emptyOf((io) => io.firstOf([async () => [], async () => [item(2)]]))).toEqual([])
  })

  it('is a failure all the same when none of what its source gives can be shown', async () => {
    expect(await failureOf(Promise.resolve(emptyOf(async () => [{ id: 1, title: '', url: 'x' }])))).toMatchObject({
      kind: 'mismatch',
    })
  })
})

describe('a family', () => {
  it("becomes its lists, each with what is the family's unless it says otherwise", () => {
    const lists = {
      demo: listWith(),
      'demo-new-2': listWith({
        title: '最新',
        type: 'realtime',
        interval: 30,
        isOff: true,
        name: '另',
        color: '#00ff00',
      }),
    }
    const [first, second] = buildLists('demo', { ...shown, lists })
    const { source, movement: _movement, ...record } = first ?? {}
    expect(record).toEqual({ id: 'demo', family: 'demo', ...shown, type: 'hottest', interval: 600, isEnabled: true })
    expect(second).toMatchObject({
      id: 'demo-new-2',
      family: 'demo',
      title: '最新',
      name: '另',
      color: '#00ff00',
      column: 'tech',
    })
    expect(second).toMatchObject({ type: 'realtime', interval: 30, isEnabled: false })
    expect(source).toMatchObject({ id: 'demo', home: shown.home, limits: { freshMs: 600_000, redirects: 3 } })
    expect(source?.keyOf?.({})).toBe('')
    expect(second?.source.limits?.freshMs).toBe(30_000)
  })

  it('may bound its lists otherwise, but not how long they are fresh', () => {
    const [list] = buildLists('demo', {
      ...shown,
      lists: { demo: listWith({ limits: { attemptMs: 9_000, redirects: 0 } }) },
    })
    expect(list?.source.limits).toMatchObject({ attemptMs: 9_000, redirects: 0, freshMs: 600_000 })
  })

  it.each([
    ['nothing', undefined, 'the default export must be a family of lists'],
    ['a text', 'weibo', 'the default export must be a family of lists'],
    ['no name', { name: '' }, 'lists.demo.name: '],
    ['a home that is no page', { home: 'ftp://demo.test/' }, 'lists.demo.home: '],
    ['a colour by name', { color: 'red' }, 'lists.demo.color: must be like #ef4444'],
    ["another family's id", { lists: { other: listWith() } }, 'lists.other: must be demo or start with demo-'],
    ['an id that only begins alike', { lists: { demos: listWith() } }, 'lists.demos: must be demo or start with demo-'],
    ['an id of two dashes', { lists: { 'demo--a': listWith() } }, 'lists.demo--a.id: must consist of a-z'],
    ['a list that is never fresh', { lists: { demo: listWith({ interval: 29 }) } }, 'lists.demo.interval: '],
    ['a list fresh for over a day', { lists: { demo: listWith({ interval: 86_401 }) } }, 'lists.demo.interval: '],
    ['an unknown bound', { lists: { demo: listWith({ limits: { paralel: 2 } }) } }, 'lists.demo.limits'],
  ])('is refused with a sentence that says where: %s', (_what, wrong, sentence) => {
    const exported = typeof wrong === 'object' ? { ...shown, lists: { demo: listWith() }, ...wrong } : wrong
    expect(() => buildLists('demo', exported)).toThrow(sentence)
    expect(() => buildLists('demo', exported)).not.toThrow(/^:|^undefined$/)
  })

  it('hands its lists its settings, from the environment', async () => {
    const given: unknown[] = []
    const settings = z.object({ cookie: z.string().startsWith('SUB=', 'must begin with SUB=').optional() })
    const ask = async (_io: unknown, set: unknown) => {
      given.push(set)
      return [item(1)]
    }
    const exported = { ...shown, settings, lists: { 'demo-hot': listWith({ ask }) } }
    for (const env of [{}, { DEMO_COOKIE: ' SUB=1 ' }, { DEMO_COOKIE: '' }])
      await buildLists('demo', exported, env)[0]?.source.ask({}, makeSite(() => 404).begin().io)
    expect(given).toEqual([{}, { cookie: 'SUB=1' }, {}])
    expect(() => buildLists('demo', exported, { DEMO_COOKIE: 'x' })).toThrow('DEMO_COOKIE: must begin with SUB=')
  })
})

describe('an item', () => {
  it('is stored without absent fields, its title on one line, its time in milliseconds', async () => {
    const full = {
      id: 7,
      title: ' 纸鹤\n 与\t灯塔 ',
      url: ' https://demo.test/7 ',
      mobileUrl: 'http://m.demo.test/7',
      pubDate: new Date('2026-07-06T04:00:00Z'),
      hot: 1.5,
      hover: 'a\nb',
      info: ' 98',
      date: '2026-07',
      icon: 'https://demo.test/7.png',
    }
    const bare = { mobileUrl: null, pubDate: undefined, hot: null, hover: ' ', info: '', date: null, icon: undefined }
    expect(await storedOf([full, item('8', bare)])).toEqual([
      {
        ...full,
        id: '7',
        title: '纸鹤 与 灯塔',
        url: 'https://demo.test/7',
        pubDate: 1_783_310_400_000,
      },
      { id: '8', title: 'title 8', url: 'https://demo.test/8' },
    ])
  })

  it.each([
    ['id', { id: null }],
    ['id but a blank', { id: ' ' }],
    ['title', { title: undefined }],
    ['title but blanks', { title: ' \n\u3000' }],
    ['address', { url: null }],
    ['address of its own', { url: '/7' }],
    ['address of the web', { url: 'javascript:alert(1)' }],
    ['address that can be read', { url: 'https://' }],
    ['address of a bearable length', { url: `https://demo.test/${'a'.repeat(2_000)}` }],
  ])('without an %s is left out', async (_what, lacking) => {
    expect(await storedOf([item(1, lacking), item(2)])).toEqual([item('2')])
  })

  it.each([
    ['https://www.bank.example:secret@demo.test/1', 'https://demo.test/1'],
    ['https://www.bank.example@demo.test/1', 'https://demo.test/1'],
    ['HTTPS://:secret@demo.test/1?a=@b', 'https://demo.test/1?a=@b'],
    ['https://demo.test/@name:1', 'https://demo.test/@name:1'],
  ])('has %s without the name and password before its host', async (url, shown) => {
    const [stored] = await storedOf([item('1', { url, mobileUrl: url, icon: url })])
    expect([stored?.url, stored?.mobileUrl, stored?.icon]).toEqual([shown, shown, shown])
  })

  it('goes without what cannot be: an impossible time, heat that is no number, pictures that are no addresses', async () => {
    const odd = {
      pubDate: new Date('nonsense'),
      hot: Number.NaN,
      icon: 'data:image/png;base64,AA',
      mobileUrl: '//m.demo.test',
    }
    expect(await storedOf([item('1', odd), item('2', { hot: Number.POSITIVE_INFINITY })])).toEqual([
      item('1'),
      item('2'),
    ])
  })

  it('is cut to what can be shown, between characters', async () => {
    const long = '鹤'.repeat(5_000)
    const given = { title: `${' '.repeat(400)}${long}`, hover: long, info: long, date: long }
    const [stored] = await storedOf([item('a'.repeat(5_000), { ...given, url: 'https://demo.test/' })])
    const lengths = [stored?.id, stored?.title, stored?.hover, stored?.info, stored?.date].map((text) => text?.length)
    expect(lengths).toEqual([501, 301, 1_001, 101, 41])
    expect(stored?.title).toMatch(/^鹤+…$/)
    expect((await storedOf([item('1', { title: 'half \ud83d' })]))[0]?.title).toBe('half \ufffd')
  })
})

describe('a list', () => {
  it('has each id once, in the order of the source, and at most fifty items', async () => {
    const items = Array.from({ length: 120 }, (_, n) =>
      item(Math.floor(n / 2), { title: `${Math.floor(n / 2)}`, hover: `${n}` }),
    )
    const stored = await storedOf(items)
    expect(stored.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => String(n)))
    expect(stored.map(({ hover }) => hover)).toEqual(Array.from({ length: 50 }, (_, n) => String(2 * n)))
  })

  it('that is empty is a mismatch, and so is one of which nothing can be shown', async () => {
    expect(await failureOf(storedOf([]))).toMatchObject({ kind: 'mismatch', message: 'the list is empty' })
    expect(await failureOf(storedOf([item(' '), item(1, { url: '' })]))).toMatchObject({
      kind: 'mismatch',
      message: 'none of 2 items has an id, a title and a URL',
    })
    const { ask } = sourceOf(async () => 'no list')
    expect(await failureOf(ask())).toMatchObject({ kind: 'mismatch', message: 'the source returned no list' })
  })

  it('that is empty by one way is requested by the next, and the skipped failure is reported', async () => {
    type Ways = { firstOf(ways: (() => Promise<HotItem[]>)[]): Promise<HotItem[]> }
    const ways = [async () => [], async () => [item(1, { url: null })], async () => [item(3)], async () => [item(4)]]
    const { ask, bypassed } = sourceOf((io: Ways) => io.firstOf(ways))
    expect(await ask()).toEqual([item('3')])
    expect(bypassed()).toMatchObject({ kind: 'mismatch', message: 'the list is empty' })
    const all = sourceOf((io: Ways) => io.firstOf(ways.slice(0, 2)))
    expect(await failureOf(all.ask())).toMatchObject({ kind: 'mismatch', message: 'the list is empty' })
  })
})

/** An hour of a recorded list: see its README. */
const folder = join(import.meta.dirname, '../../fixtures/hotlist-history/weibo')
const hour = z.array(z.object({ title: z.string(), url: z.url(), hot: z.number() }))

async function listAt(name: string) {
  const rows = hour.parse(JSON.parse(readFileSync(join(folder, `2025-11-10-${name}.json`), 'utf8')))
  expect(rows).toHaveLength(53)
  const { source, ask } = sourceOf(async () => rows.map(({ title, url, hot }) => ({ id: title, title, url, hot })))
  return { source, items: await ask() }
}

/** When the list and the one before it were received. */
const times = { at: Date.UTC(2025, 10, 10, 1), before: Date.UTC(2025, 10, 10) }

describe('beside the list before', () => {
  it.each([
    ['00', '01', { new: 5, risen: 18, fallen: 18, same: 9 }],
    ['01', '02', { new: 5, risen: 20, fallen: 14, same: 11 }],
  ])("of a real site, %s and %s o'clock, each item says the places it gained", async (before, after, counts) => {
    const { items: old } = await listAt(before)
    const { source, items } = await listAt(after)
    const moved = source.beside?.(items, old, times) ?? []
    const gains = moved.map(({ gained }) => gained)
    expect({
      new: gains.filter((gained) => gained === undefined).length,
      risen: gains.filter((gained) => gained !== undefined && gained > 0).length,
      fallen: gains.filter((gained) => gained !== undefined && gained < 0).length,
      same: gains.filter((gained) => gained === 0).length,
    }).toEqual(counts)
    expect(moved.map(({ gained: _gained, arrival: _arrival, since: _since, ...rest }) => rest)).toEqual(items)
  })

  it('of nothing, all are new; what they gained before does not stay', () => {
    const { source } = sourceOf(async () => [])
    const items = [{ id: 'a', title: 'a', url: 'https://demo.test/a' }]
    expect(source.beside?.(items, [], times)).toEqual([{ ...items[0], arrival: 'new', since: times.at }])
    const older = [{ id: 'b', title: 'b', url: 'https://demo.test/b' }, ...items.map((one) => ({ ...one, gained: 9 }))]
    expect(source.beside?.(items, older, times)).toEqual([{ ...items[0], gained: 1, since: times.before }])
  })
})

describe('an item from the disk', () => {
  const stored = { id: 'a', title: 'a', url: 'https://demo.test/a', pubDate: 1_700_000_000_000, hot: 1.5, gained: -2 }

  it('is one of today when it was written by today’s code', async () => {
    const { source, items } = await listAt('00')
    const read: unknown[] = JSON.parse(JSON.stringify([...items, stored]))
    expect(read.filter((one) => !source.isItem?.(one))).toEqual([])
  })

  it('is one of too many when there are more than fifty', () => {
    const { source } = sourceOf(async () => [])
    expect([50, 51].map((count) => source.isTooMuch?.(Array(count).fill(stored)))).toEqual([false, true])
  })

  it.each([
    ['nothing', null],
    ['without an address', { ...stored, url: undefined }],
    ['with another address than of the web', { ...stored, url: 'javascript:alert(1)' }],
    ['with a title that is no text', { ...stored, title: 7 }],
    ['with a time that is none', { ...stored, pubDate: 1e300 }],
    ['with a time in words', { ...stored, pubDate: '2026-11-20' }],
    ['with heat that is no number', { ...stored, hot: '1.5万' }],
    ['with a field that no item has', { ...stored, more: 'x' }],
    ['with a title longer than any is kept', { ...stored, title: 'x'.repeat(400) }],
    ['with a title that turns the line round', { ...stored, title: 'a\u202eb' }],
    ['with an address longer than any is kept', { ...stored, icon: `https://demo.test/${'x'.repeat(3_000)}` }],
  ])('is none when it is %s', (_what, odd) => {
    const { source } = sourceOf(async () => [])
    expect(source.isItem?.(odd)).toBe(false)
  })
})

it('an id that several items share is no id: their links tell them apart, and their titles if all have one link', async () => {
  const home = 'https://demo.test/'
  const items = [
    { id: home, title: 'one', url: `${home}1` },
    { id: home, title: 'two', url: `${home}2` },
    { id: 'twice', title: 'five', url: `${home}5` },
    { id: 'twice', title: 'five, again', url: `${home}5` },
  ]
  expect((await storedOf(items)).map(({ id }) => id)).toEqual([`${home}1`, `${home}2`, 'twice'])
  const alike = [
    { id: 'same', title: 'three', url: home },
    { id: 'same', title: 'four', url: home },
  ]
  expect((await storedOf(alike)).map(({ id }) => id)).toEqual(['three', 'four'])
})

it('a time that lies more than a day in the future is unknown', async () => {
  const later = { id: 'a', title: 'one', url: 'https://demo.test/1', pubDate: new Date('2099-01-01T00:00:00Z') }
  expect((await storedOf([later]))[0]).toEqual({ id: 'a', title: 'one', url: 'https://demo.test/1' })
})
