// Searching: which sources are asked, what the answer holds, and what it says went wrong.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeArchiveShelf } from '../../test/kit/archive-shelf.ts'
import { ban, makeBans } from '../../test/kit/bans.ts'
import { day, result } from '../../test/kit/posts.ts'
import { searchRequest, searchResponse } from '../contract/search.ts'
import type { Gathered, Spread } from '../upstream/gather.ts'
import type { Source } from '../upstream/source.ts'
import { answerText } from './answer.ts'
import { createArchive } from './archive/archive.ts'
import type { SearchQuery } from './plugin.ts'
import type { Result } from './result.ts'
import { createSearch, type SearchParts } from './search.ts'
import { createTrackRecord } from './track-record.ts'

const now = day(20).getTime()
const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'

type Answers = Record<string, Gathered<SearchQuery, Result>[1]>

/** A search whose sources answer as written; what it was asked for is in `asked`. */
function searching(answers: Answers, plugins: string[] = [], own: Partial<SearchParts> = {}) {
  const asked: { ids: string[]; query: SearchQuery; spread: Spread }[] = []
  async function* gather<Query, Item>(sources: readonly Source<Query, Item>[], query: Query, spread: Spread) {
    asked.push({ ids: sources.map(({ id }) => id), query: query as SearchQuery, spread })
    for (const source of sources.toReversed()) {
      const answer = answers[source.id] ?? { state: 'fresh', items: [], at: new Date(now) }
      yield [source, answer] as Gathered<Query, Item>
    }
  }
  const sources = plugins.map((name) => {
    const source = { id: `plugin:${name}`, home: 'https://example.org/', ask: async () => [] }
    return [name, source] as const
  })
  const { answer: search } = createSearch({
    upstream: { gather, isAtHand: async ({ id }) => answers[id]?.state === 'cached' },
    channels: ['alpha', 'Beta'],
    plugins: new Map(sources),
    record: createTrackRecord(),
    deadlineMs: 8_000,
    earlyMs: 4_000,
    now: () => now,
    ...own,
  })
  const run = (fields: Record<string, unknown>) =>
    search(searchRequest.parse({ kw: '纸鹤', ...fields }), new AbortController().signal)
  return { run, asked }
}

function fresh(...items: Result[]) {
  return { state: 'fresh', items, at: new Date(now) } as const
}
function crane(source: string, text = `纸鹤与灯塔\n夸克：${quark}\n百度：${baidu} 提取码：k3m9`) {
  return result(source, text, { id: '302', at: day(3), tags: ['纸鹤'], images: ['https://cdn.example.org/a.jpg'] })
}

describe('the room that a search takes', () => {
  const kept = { state: 'cached', items: [], at: new Date(now) } as const
  const answers = { 'tg:alpha': kept, 'plugin:labi': kept }

  it.each([
    ['all it asks, while there is room for that', true, {}, 3],
    ['what is not known of it, where there is no room for all', false, {}, 1],
    ['all it asks, where everything is to be asked anew', false, { refresh: true }, 3],
  ])('is that of %s', async (_what, hasRoom, fields, asks) => {
    const takeRoom = vi.fn(() => () => undefined)
    const { run } = searching(answers, ['labi'], { room: { hasRoom: () => hasRoom, takeRoom } })
    await run(fields)
    expect(takeRoom.mock.calls).toEqual([[asks]])
  })

  it('is refused before anybody is asked', async () => {
    const takeRoom = () => {
      throw new Error('no room')
    }
    const { run, asked } = searching({}, [], { room: { hasRoom: () => false, takeRoom } })
    await expect(run({})).rejects.toThrow('no room')
    expect(asked).toEqual([])
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
    expect(body.warnings).toEqual([
      { kind: 'unknown_plugin', detail: 'no plugin is called nosuch' },
      { kind: 'unknown_cloud_type', detail: expect.stringContaining('no cloud type is called floppy') },
    ])
    expect(body.data).toMatchObject({ total: 1 })
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

  it('does not ask anew because a caller waits for another time', async () => {
    const { run, asked } = searching({})
    await run({ ext: { deadline_ms: 1500 } })
    await run({ ext: { deadline_ms: 2500 } })
    expect(asked[0]?.query).toEqual(asked[1]?.query)
  })
})

describe('the answer', () => {
  const answers: Answers = { 'tg:alpha': fresh(crane('tg:alpha')), 'tg:Beta': fresh(crane('tg:Beta')) }

  it('maps cloud types to links in the shape merged_by_type', async () => {
    const { body } = await searching(answers).run({})
    expect(body).toEqual({
      code: 0,
      message: 'success',
      data: {
        total: 2,
        merged_by_type: {
          baidu: [
            {
              url: `${baidu}?pwd=k3m9`,
              password: 'k3m9',
              note: '纸鹤与灯塔',
              datetime: '2026-11-03T12:00:00Z',
              source: 'tg:Beta',
              images: ['https://cdn.example.org/a.jpg'],
            },
          ],
          quark: [expect.objectContaining({ url: quark, password: '' })],
        },
      },
      meta: { complete: true, sources: { asked: 2, answered: 2, failed: 0, pending: 0 } },
    })
  })

  it('lists posts with their links in the shape results', async () => {
    const { body } = await searching(answers).run({ res: 'results', channels: 'alpha' })
    expect(body.data).toEqual({
      total: 1,
      results: [
        {
          message_id: '302',
          unique_id: 'alpha_302',
          channel: 'alpha',
          datetime: '2026-11-03T12:00:00Z',
          title: '纸鹤与灯塔',
          content: `纸鹤与灯塔\n夸克：${quark}\n百度：${baidu} 提取码：k3m9`,
          links: [
            { type: 'quark', url: quark, password: '' },
            { type: 'baidu', url: `${baidu}?pwd=k3m9`, password: 'k3m9' },
          ],
          tags: ['纸鹤'],
          images: ['https://cdn.example.org/a.jpg'],
        },
      ],
    })
  })

  it('gives both with the number of links in the shape all', async () => {
    const { body } = await searching(answers).run({ res: 'all' })
    expect(body.data).toMatchObject({ total: 2, results: [{}, {}], merged_by_type: { quark: [{}], baidu: [{}] } })
  })

  it('names a plugin and its own id of a post', async () => {
    const { run } = searching({ 'plugin:labi': fresh(crane('plugin:labi')) }, ['labi'])
    const { body } = await run({ src: 'plugin', res: 'all' })
    expect(body.data).toMatchObject({ results: [{ channel: '', unique_id: 'labi-302', message_id: '302' }] })
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

  it('is the same to the byte for the same data and fits the contract', async () => {
    const { run } = searching(answers)
    for (const res of ['merged_by_type', 'results', 'all']) {
      const [first, second] = [await run({ res }), await run({ res })]
      expect(answerText(first.body)).toBe(answerText(second.body))
      expect(searchResponse.safeParse(JSON.parse(answerText(first.body))).error).toBeUndefined()
    }
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
    expect(body.warnings?.[0]?.detail).toContain('its answer of 2026-11-19T12:00:00.000Z is used')
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

describe('a search with an archive', () => {
  const whole = { complete: true, sources: { asked: 2, answered: 2, failed: 0, pending: 0 } }
  const lost = result('tg:alpha', '纸鹤 旧\nhttps://pan.quark.cn/s/0a1b2c3d4e60', { id: '7', at: day(1) })
  const failed = { state: 'failed', failure: { kind: 'timeout', detail: 'no answer in time' }, tookMs: 4_000 } as const

  function withArchive(answers: Answers, ...kept: Result[]) {
    const shelf = makeArchiveShelf()
    const archive = createArchive(shelf)
    archive.keep(kept)
    return { ...searching(answers, [], { archive }), archive }
  }

  it('answers with what no source gives any more, and says how much that is', async () => {
    const { run } = withArchive({ 'tg:alpha': fresh(crane('tg:alpha')) }, lost, crane('tg:alpha'))
    const { body } = await run({ res: 'all' })
    expect(body.data).toMatchObject({ total: 3 })
    expect(body.meta).toEqual({ ...whole, archive: { links: 1 } })
    expect('results' in body.data && body.data.results.map(({ unique_id }) => unique_id)).toEqual([
      'alpha_302',
      'alpha_7',
    ])
    expect(searchResponse.safeParse(JSON.parse(answerText(body))).success).toBe(true)
  })

  it('answers from it alone when every source fails, and still says who failed', async () => {
    const { run } = withArchive({ 'tg:alpha': failed, 'tg:Beta': failed }, lost, crane('tg:alpha'))
    const { body } = await run({})
    expect(body.data).toMatchObject({ total: 3 })
    expect(body.meta).toEqual({
      complete: true,
      sources: { asked: 2, answered: 0, failed: 2, pending: 0 },
      archive: { links: 3 },
    })
    expect(body.warnings?.map(({ kind }) => kind)).toEqual(['source_failed', 'source_failed'])
  })

  it('counts nothing twice: a post that came is told as it came, a share once', async () => {
    const older = crane('tg:alpha', `纸鹤 旧标题\n夸克：${quark}`)
    const { run } = withArchive({ 'tg:alpha': fresh(crane('tg:alpha')) }, older, crane('tg:Beta'))
    const { body } = await run({ res: 'all' })
    expect(body.data).toMatchObject({
      total: 2,
      results: [{ unique_id: 'Beta_302' }, { unique_id: 'alpha_302', title: '纸鹤与灯塔' }],
    })
    expect(body.meta.archive).toEqual({ links: 0 })
  })

  it('matches, filters and restricts what is recalled as what comes', async () => {
    const { run } = withArchive({}, lost, crane('tg:gamma'))
    const totalOf = async (fields: Record<string, unknown>) => (await run(fields)).body.data.total
    expect(await totalOf({})).toBe(1)
    expect(await totalOf({ channels: 'gamma' })).toBe(2)
    expect(await totalOf({ cloud_types: 'baidu' })).toBe(0)
    expect(await totalOf({ filter: { exclude: ['旧'] } })).toBe(0)
    expect(await totalOf({ kw: '纸鹤 新' })).toBe(0)
  })

  it('keeps what its sources find, whether it is what was searched for or not', async () => {
    const archive = { keep: vi.fn(), recall: async () => [] }
    const source = { id: 'plugin:labi', home: 'https://example.org/' }
    const ask = async () => [{ id: '1', text: `远山\n${quark}`, anchors: [], tags: [], images: [], aside: '' }]
    const gather = async function* <Query, Item>([one]: readonly Source<Query, Item>[], query: Query) {
      if (one) yield [one, fresh(...((await one.ask(query, { now: new Date(now) } as never)) as never[]))] as never
    }
    const upstream = { gather, isAtHand: async () => false }
    const { run } = searching({}, [], {
      ...{ archive, upstream, channels: [], plugins: new Map([['labi', { ...source, ask }]]) },
    })
    expect((await run({})).body.data.total).toBe(0)
    expect(archive.keep.mock.calls).toMatchObject([[[{ source: 'plugin:labi', title: { text: '远山' } }]]])
  })

  it('does not wait for an archive that hangs longer than a moment', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const archive = { keep: () => undefined, recall: () => new Promise<never>(() => undefined) }
    const { run } = searching({ 'tg:alpha': fresh(crane('tg:alpha')) }, [], { archive })
    const answer = run({})
    await vi.advanceTimersByTimeAsync(1_100)
    expect((await answer).body).toMatchObject({ data: { total: 2 }, meta: { archive: { links: 0 } } })
  })
})

describe('a search that knows dead links', () => {
  const states = new Map([[`quark:${quark.slice(-12)}`, 'bad' as const]])
  const book = { stateOf: (key: string) => states.get(key) }
  const answers = { 'tg:alpha': fresh(crane('tg:alpha')) }

  it.each([
    ['sinks them unless told otherwise', {}, 2, ['baidu', 'quark'], 1],
    ['leaves them out when they are to be hidden', { health: 'hide' }, 1, ['baidu'], 1],
    ['takes them for any others when health is to be ignored', { health: 'ignore' }, 2, ['baidu', 'quark'], undefined],
  ])('%s', async (_what, ext, total, types, dead) => {
    const { run } = searching(answers, [], { book })
    const { body } = await run({ ext, res: 'all' })
    expect(body.data.total).toBe(total)
    expect('merged_by_type' in body.data && Object.keys(body.data.merged_by_type)).toEqual(types)
    expect('results' in body.data && body.data.results.map(({ links }) => links.length)).toEqual([total])
    expect(body.meta.dead).toBe(dead)
  })

  it('tells which shares stand at the top', async () => {
    const shown = vi.fn()
    await searching(answers, [], { rechecker: { shown } }).run({})
    expect(shown.mock.calls[0]?.[0]).toMatchObject([{ share: { type: 'baidu' }, password: 'k3m9' }, {}])
  })

  it('does not ask its sources otherwise for it', async () => {
    const { run, asked } = searching(answers, [], { book })
    await run({ ext: { health: 'hide', page: 2 } })
    expect(asked[0]?.query.ext).toEqual({ page: 2 })
  })
})

describe('a search in a service with bans', () => {
  const answers = { 'tg:alpha': fresh(crane('tg:alpha')), 'tg:Beta': fresh(crane('tg:Beta')) }

  it('does not ask banned channels, and says so without a name to who asked for one', async () => {
    const { run, asked } = searching(answers, [], { bans: makeBans(['channel', 'beta']) })
    expect((await run({})).body.warnings).toBeUndefined()
    const { body } = await run({ channels: ['beta', 'alpha'] })
    expect(asked.map(({ ids }) => ids)).toEqual([['tg:alpha'], ['tg:alpha']])
    expect(body.warnings).toEqual([
      { kind: 'blocked_channel', detail: 'one of the channels asked for is blocked by the operator of this service' },
    ])
  })

  it('answers nothing that is banned, whether it came or was recalled', async () => {
    const archive = createArchive(makeArchiveShelf())
    archive.keep([result('tg:alpha', `纸鹤 旧\n${baidu}`, { id: '7' })])
    const { run } = searching(answers, [], { archive, bans: makeBans(['share', baidu]) })
    const text = JSON.stringify((await run({ res: 'all' })).body)
    expect(text).not.toContain(baidu)
    expect(text).toContain(quark)
  })

  it('answers nothing that was banned while it waited', async () => {
    const bans = makeBans()
    const archive = createArchive(makeArchiveShelf())
    archive.keep([result('tg:alpha', `纸鹤 旧\n${baidu}`, { id: '7' })])
    const gather = async function* <Query, Item>(sources: readonly Source<Query, Item>[]) {
      for (const source of sources) {
        yield [source, answers[source.id as keyof typeof answers]] as unknown as Gathered<Query, Item>
        await ban(bans, 'share', baidu)
        await ban(bans, 'word', '灯塔')
      }
    }
    const { run } = searching({}, [], { archive, bans, upstream: { gather, isAtHand: async () => false } })
    expect((await run({ res: 'all' })).body).toMatchObject({
      data: { total: 0, results: [] },
      meta: { archive: { links: 0 } },
    })
  })
})
