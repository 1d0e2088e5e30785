// Search: selected sources, answers and warnings.
import { describe, expect, it, vi } from 'vitest'
import { createTestBans } from '../../test/kit/disk.ts'
import {
  type Answers,
  baidu,
  crane,
  day,
  fresh,
  now,
  numbered,
  quark,
  result,
  searching,
  searchOver,
} from '../../test/kit/searching.ts'
import { searchRequest } from '../contract/search.ts'
import type { SearchDeps } from './search.ts'

describe('the room that a search takes', () => {
  const kept = { state: 'cached', items: [], at: new Date(now) } as const
  const answers = { 'tg:alpha': kept, 'plugin:labi': kept }

  it.each([
    ['all it asks, while there is room for that', 3, {}, 3],
    ['what is not known of it, where there is no room for all', 1, {}, 1],
    ['all it asks, where there is no room for what is not known either', 0, {}, 3],
    ['all it asks, where everything is to be asked anew', 1, { refresh: true }, 3],
  ])('is that of %s', async (_what, free, fields, asks) => {
    const reserve = vi.fn(() => () => undefined)
    const { run } = searching(answers, ['labi'], { capacity: { hasCapacity: (some) => some <= free, reserve } })
    await run(fields)
    expect(reserve.mock.calls).toEqual([[asks, undefined]])
  })

  it('is refused before anybody is asked', async () => {
    const reserve = () => {
      throw new Error('no room')
    }
    const { run, asked } = searching({}, [], { capacity: { hasCapacity: () => false, reserve } })
    await expect(run({})).rejects.toThrow('no room')
    expect(asked).toEqual([])
  })

  it('is taken once by equal searches, and given back when they end, also by an error', async () => {
    let reserved = 0
    let released = 0
    const reserve = () => {
      reserved += 1
      return () => {
        released += 1
      }
    }
    const capacity = { hasCapacity: () => true, reserve }
    const joined = searching(answers, [], { capacity })
    await Promise.all([joined.run({}), joined.run({})])
    expect([joined.asked.length, reserved, released]).toEqual([1, 1, 1])
    const bans: SearchDeps['bans'] = { ...createTestBans(), isEmpty: () => raise(new Error('a bug')) }
    await expect(searching(answers, [], { capacity, bans }).run({})).rejects.toThrow('a bug')
    expect([reserved, released]).toEqual([2, 2])
  })
})

function raise(error: Error): never {
  throw error
}

it('leaves out the last posts of an answer that would be too large, counts what is left, and says so', async () => {
  const text = 'x'.repeat(20_000)
  const items = Array.from({ length: 1_000 }, (_, at) => ({ ...numbered(at), text }))
  const { run } = searching({ 'tg:alpha': fresh(...items) })
  const { body, text: sent } = await run({ res: 'results' })
  expect(sent.length).toBeLessThan(17_000_000)
  expect(body.data.total).toBe('results' in body.data ? body.data.results.length : undefined)
  expect(body.data.total).toBeGreaterThan(700)
  const left = expect.stringMatching(new RegExp(`^the last ${1_000 - body.data.total} results are omitted: `))
  expect(body.warnings).toEqual([{ kind: 'answer_too_large', detail: left }])
  expect((await run({ res: 'merged_by_type' })).body).toMatchObject({ data: { total: 1_000 } })
})

describe('a search whose sources give more than 20,000 links in all', () => {
  const post = crane('plugin:labi')
  const [link] = post.links
  const posts = (source: string) =>
    Array.from({ length: 4_000 }, (_, at) => {
      const [key, url] = [`quark:${source}${at}`, `https://pan.quark.cn/s/${source}${at}`]
      return { ...post, source, id: `${at}`, links: link ? [{ ...link, share: { ...link.share, key, url } }] : [] }
    })
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const plugins = names.map((name) => `plugin:${name}`)
  const answers: Answers = Object.fromEntries(plugins.map((id) => [id, fresh(...posts(id))]))
  const detail =
    '4000 links of the sources are omitted: searches are limited to 20,000 links and 32,000,000 characters, and those of a client together to 3 times as many; select fewer sources'

  it.each([{}, { res: 'all' }, { res: 'results' }, { res: 'works' }, { ext: { details: true } }])(
    'has the first of them for %o, and says so',
    async (fields) => {
      const { run } = searching(answers, names)
      const { body } = await run({ plugins: names.join(), ...fields })
      expect(body.data.total).toBe(20_000)
      expect(body.warnings).toContainEqual({ kind: 'answer_too_large', detail })
    },
  )

  it('has the first of them as a stream, and says so', async () => {
    const search = searchOver(Object.fromEntries(names.map((name) => [`tg:${name}`, fresh(...posts(name))])), {})
    let links = 0
    for await (const { event, data } of search.events(
      searchRequest.parse({ kw: '纸鹤' }),
      new AbortController().signal,
    )) {
      if (event === 'source') links += data.count
      if (event === 'end') expect(data.warnings).toContainEqual({ kind: 'answer_too_large', detail })
    }
    expect(links).toBe(20_000)
  })
})

it('answers nothing rather than everything when no wanted cloud type exists', async () => {
  const { body } = await searching({ 'tg:alpha': fresh(crane('tg:alpha')) }).run({ cloud_types: 'floppy' })
  expect(body.data).toEqual({ total: 0, merged_by_type: {} })
})

it('says that nothing was searched when there is no source to ask', async () => {
  const { body } = await searching({}).run({ src: 'plugin' })
  expect(body.warnings).toMatchObject([{ kind: 'no_sources' }])
  expect(body.meta).toEqual({ complete: true, sources: { asked: 0, answered: 0, failed: 0, pending: 0 } })
})

describe('asking', () => {
  it('hands on keyword, concurrency, deadline and refresh', async () => {
    const { run, asked } = searching({})
    await run({ conc: 7, refresh: true, ext: { deadline_ms: 1500, referer: 'x' } })
    expect(asked[0]).toMatchObject({
      query: { kw: '纸鹤', ext: { referer: 'x' } },
      spread: { parallel: 7, deadlineMs: 1500, maxAgeMs: 0 },
    })
    await run({})
    expect(asked[1]).toMatchObject({ spread: { parallel: 10, deadlineMs: 8000, maxAgeMs: undefined } })
  })

  it('does not hand on what is about the answer, which would be another key of the cache', async () => {
    const { run, asked } = searching({})
    for (const ext of [{ deadline_ms: 1500 }, { health: 'hide' }, { details: true }])
      await run({ ext: { ...ext, page: 2 } })
    expect(asked.map(({ query }) => query.ext)).toEqual([{ page: 2 }, { page: 2 }, { page: 2 }])
  })
})

describe('the answer', () => {
  it('gives the title of its own work with a link of a list', async () => {
    const list = crane('tg:alpha', `周更\n纸鹤与灯塔丨夸克：${quark}\n山谷广播剧丨百度：${baidu}`)
    const { body } = await searching({ 'tg:alpha': fresh(list) }).run({ res: 'all' })
    expect(body.data).toMatchObject({
      results: [{ links: [{ type: 'quark', work_title: '纸鹤与灯塔' }] }],
      merged_by_type: { quark: [{ note: '纸鹤与灯塔' }] },
    })
  })

  it('applies cloud types and filter to the links of results and drops results left without', async () => {
    const other = result('tg:Beta', `纸鹤 预告\n${baidu.slice(0, -1)}W`, { id: '9' })
    const { run } = searching({ 'tg:alpha': fresh(crane('tg:alpha')), 'tg:Beta': fresh(other) })
    const { body } = await run({ res: 'results', cloud_types: 'baidu', filter: { exclude: ['预告'] } })
    expect(body.data).toMatchObject({ total: 1, results: [{ unique_id: 'alpha_302', links: [{ type: 'baidu' }] }] })
  })

  it.each([{}, { at: new Date('not a time') }])('prints the time of a post with %o as the year 1', async (more) => {
    const undated = result('tg:alpha', `纸鹤\n${quark}`, more)
    const { body } = await searching({ 'tg:alpha': fresh(undated) }).run({ res: 'all' })
    expect(JSON.stringify(body.data).match(/0001-01-01T00:00:00Z/g)).toHaveLength(2)
  })

  const older = { items: [crane('tg:alpha')], at: day(19) }
  it.each([
    [{ ...older, state: 'stale', failure: { kind: 'timeout', detail: 'no answer in time' } }, 'source_failed'],
    [{ ...older, state: 'pending', isEarly: false }, 'deadline_reached'],
  ] as const)('has the older answer of a source that has none yet, and says so: %o', async (outcome, kind) => {
    const { body, cache, ageMs } = await searching({ 'tg:alpha': outcome }).run({})
    expect(body).toMatchObject({ data: { total: 2 }, warnings: [{ kind }] })
    expect({ cache, ageMs }).toEqual({ cache: 'partial', ageMs: 86_400_000 })
  })
})
