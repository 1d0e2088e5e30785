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
  const items = Array.from({ length: 1_000 }, (_, at) => ({
    ...result('tg:alpha', `纸鹤\nhttps://pan.quark.cn/s/${at.toString(16).padStart(12, '0')}`, { id: `${at}` }),
    text,
  }))
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

describe('choosing sources', () => {
  it('asks all listed channels and plugins when none is named', async () => {
    const { run, asked } = searching({}, ['labi'])
    await run({})
    expect(asked[0]?.ids).toEqual(['tg:alpha', 'tg:Beta', 'plugin:labi'])
  })

  it('asks only channels or only plugins as src says, and ignores the other list', async () => {
    const { run, asked } = searching({}, ['labi'])
    await run({ src: 'tg', plugins: 'labi' })
    await run({ src: 'plugin', channels: 'alpha' })
    expect(asked.map(({ ids }) => ids)).toEqual([['tg:alpha', 'tg:Beta'], ['plugin:labi']])
  })

  it('asks a channel that is not listed, and a listed one under its own spelling', async () => {
    const { run, asked } = searching({})
    await run({ channels: 'BETA,https://t.me/s/Somebody_Else' })
    expect(asked[0]?.ids).toEqual(['tg:Beta', 'tg:Somebody_Else'])
  })

  it('leaves out plugins and cloud types it does not know and says so', async () => {
    const { run, asked } = searching({ 'tg:alpha': fresh(crane('tg:alpha')) }, ['labi'])
    const { body } = await run({ plugins: 'labi,nosuch', cloud_types: 'quark,floppy' })
    expect(asked[0]?.ids).toContain('plugin:labi')
    expect(body.warnings).toMatchObject([
      { kind: 'unknown_plugin', detail: 'unknown plugin nosuch' },
      { kind: 'unknown_cloud_type', detail: expect.stringContaining('unknown cloud type floppy') },
    ])
    expect(body.data).toMatchObject({ total: 1 })
  })

  it('leaves out sources that are switched off, and says so to a request that names them', async () => {
    const { run, asked } = searching({}, ['labi'], { isOn: (id) => id !== 'tg:alpha' })
    expect((await run({})).body.warnings).toBeUndefined()
    const { body } = await run({ channels: 'alpha,Beta' })
    expect(asked.map(({ ids }) => ids)).toEqual([
      ['tg:Beta', 'plugin:labi'],
      ['tg:Beta', 'plugin:labi'],
    ])
    const detail = 'one of the requested sources is switched off by the administrator for now'
    expect(body.warnings).toEqual([{ kind: 'source_off', detail }])
  })

  it('leaves out sources that are asleep, and asks them for a request that names them', async () => {
    const { run, asked } = searching({}, ['labi'], { isAsleep: (id) => id === 'tg:alpha' || id === 'plugin:labi' })
    await run({})
    await run({ channels: 'alpha', plugins: 'labi' })
    expect(asked.map(({ ids }) => ids)).toEqual([['tg:Beta'], ['tg:alpha', 'plugin:labi']])
  })

  it('answers nothing rather than everything when no wanted cloud type exists', async () => {
    const { run } = searching({ 'tg:alpha': fresh(crane('tg:alpha')) })
    const { body } = await run({ cloud_types: 'floppy' })
    expect(body.data).toEqual({ total: 0, merged_by_type: {} })
  })

  it('says that nothing was searched when there is no source to ask', async () => {
    const { body } = await searching({}).run({ src: 'plugin' })
    expect(body.warnings).toMatchObject([{ kind: 'no_sources' }])
    expect(body.meta).toEqual({ complete: true, sources: { asked: 0, answered: 0, failed: 0, pending: 0 } })
  })
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

  it('has as much in flight as the operator set, unless the request says otherwise', async () => {
    const { run, asked } = searching({}, [], { defaultConc: 64 })
    await run({})
    await run({ conc: 10 })
    expect(asked.map(({ spread }) => spread.parallel)).toEqual([64, 10])
  })

  it('does not ask anew because a caller waits for another time', async () => {
    const { run, asked } = searching({})
    await run({ ext: { deadline_ms: 1500 } })
    await run({ ext: { deadline_ms: 2500 } })
    expect(asked[0]?.query).toEqual(asked[1]?.query)
  })
})

describe('the answer', () => {
  const answers: Answers = { 'tg:alpha': fresh(crane('tg:alpha')), 'tg:Beta': fresh(crane('tg:Beta')) }

  it('names a plugin and its own id of a post', async () => {
    const { run } = searching({ 'plugin:labi': fresh(crane('plugin:labi')) }, ['labi'])
    const { body } = await run({ src: 'plugin', res: 'all' })
    expect(body.data).toMatchObject({
      results: [{ channel: '', source: 'plugin:labi', unique_id: 'labi-302', message_id: '302' }],
    })
    expect(body.data).toMatchObject({ merged_by_type: { quark: [{ source: 'plugin:labi' }] } })
  })

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
    const { run } = searching({ ...answers, 'tg:Beta': fresh(other) })
    const { body } = await run({ res: 'results', cloud_types: 'baidu', filter: { exclude: ['预告'] } })
    expect(body.data).toMatchObject({ total: 1, results: [{ unique_id: 'alpha_302', links: [{ type: 'baidu' }] }] })
  })

  it('prints a time nobody knows as the year 1, and never invents one', async () => {
    const undated = result('tg:alpha', `纸鹤\n${quark}`)
    const { body } = await searching({ 'tg:alpha': fresh(undated) }).run({ res: 'all' })
    expect(JSON.stringify(body.data).match(/0001-01-01T00:00:00Z/g)).toHaveLength(2)
  })

  it('takes a time that cannot be printed for none', async () => {
    const broken = result('tg:alpha', `纸鹤\n${quark}`, { at: new Date('not a time') })
    const { body } = await searching({ 'tg:alpha': fresh(broken) }).run({})
    expect(JSON.stringify(body.data)).toContain('0001-01-01T00:00:00Z')
  })
})

describe('what went wrong', () => {
  const failure = { kind: 'timeout', detail: 'no whole answer in time' } as const

  it('names every source that failed and why', async () => {
    const { body } = await searching({ 'tg:alpha': { state: 'failed', failure } }).run({})
    expect(body.warnings).toEqual([
      { kind: 'source_failed', source: 'tg:alpha', detail: 'timeout: no whole answer in time' },
    ])
    expect(body.meta.sources).toEqual({ asked: 2, answered: 1, failed: 1, pending: 0 })
  })

  it('serves the older answer of a source that failed and says so', async () => {
    const stale = { state: 'stale', items: [crane('tg:alpha')], at: day(19), failure } as const
    const { body, cache, ageMs } = await searching({ 'tg:alpha': stale }).run({})
    expect(body.data.total).toBe(2)
    expect(body.warnings?.[0]?.detail).toContain('using its answer of 2026-11-19T12:00:00.000Z')
    expect({ cache, ageMs }).toEqual({ cache: 'partial', ageMs: 86_400_000 })
  })

  it('says how many sources are still being asked, and includes what they gave earlier', async () => {
    const pending = { state: 'pending', isEarly: false, items: [crane('tg:alpha')], at: day(19) } as const
    const { body, cache, ageMs } = await searching({ 'tg:alpha': pending }).run({})
    expect({ cache, ageMs }).toEqual({ cache: 'partial', ageMs: 86_400_000 })
    expect(body.meta).toEqual({ complete: false, sources: { asked: 2, answered: 1, failed: 0, pending: 1 } })
    expect(body.warnings).toMatchObject([{ kind: 'deadline_reached' }])
    expect(body.data.total).toBe(2)
  })
})

describe('the age of an answer', () => {
  const kept = { state: 'cached', items: [crane('tg:alpha')], at: new Date(now - 90_000) } as const

  it('is that of its oldest part', async () => {
    const older = { ...kept, at: new Date(now - 600_000) }
    const { cache, ageMs } = await searching({ 'tg:alpha': kept, 'tg:Beta': older }).run({})
    expect({ cache, ageMs }).toEqual({ cache: 'hit', ageMs: 600_000 })
  })

  it('is nought when everything was asked now', async () => {
    const { cache, ageMs } = await searching({}).run({})
    expect({ cache, ageMs }).toEqual({ cache: 'miss', ageMs: 0 })
  })
})
