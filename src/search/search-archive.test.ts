// Search with archive, link health and bans.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryArchive } from '../../test/kit/archive.ts'
import { ban, createTestBans } from '../../test/kit/disk.ts'
import {
  type Answers,
  answerText,
  baidu,
  crane,
  day,
  fresh,
  knownHealthOf,
  now,
  numbered,
  quark,
  result,
  searching,
} from '../../test/kit/searching.ts'
import { searchResponse } from '../contract/search.ts'
import type { Gathered } from '../upstream/gather.ts'
import type { Source } from '../upstream/source.ts'
import { createArchive } from './archive/archive.ts'
import type { ParsedPost } from './posts/parse-post.ts'

/** The methods of an archive that are not called in a test. */
const noWorks = { storeWorks: () => undefined, findWork: async () => undefined }

describe('a search with an archive', () => {
  const whole = { complete: true, sources: { asked: 2, answered: 2, failed: 0, pending: 0 } }
  const lost = result('tg:alpha', '纸鹤 旧\nhttps://pan.quark.cn/s/0a1b2c3d4e60', { id: '7', at: day(1) })
  const failed = { state: 'failed', failure: { kind: 'timeout', detail: 'no answer in time' }, tookMs: 4_000 } as const

  function withArchive(answers: Answers, ...kept: ParsedPost[]) {
    const shelf = createMemoryArchive()
    const archive = createArchive({ shelf, epochMs: () => now })
    archive.store(kept)
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

  it('answers no less when it is asked again, however much of what is known has come by then', async () => {
    const old = Array.from({ length: 900 }, (_, at) => numbered(at))
    const come = Array.from({ length: 300 }, (_, at) => numbered(10_000 + at))
    const { run, archive } = withArchive({ 'tg:alpha': fresh(...come) }, ...old)
    const first = (await run({})).body.data.total
    expect(first).toBeGreaterThanOrEqual(800)
    // What has come is kept last, and so recalled first.
    archive.store(come)
    expect((await run({})).body.data.total).toBeGreaterThanOrEqual(first)
  })

  it('answers what is older than thousands of posts that have come again', async () => {
    const come = Array.from({ length: 4_500 }, (_, at) => numbered(at + 8))
    const { run } = withArchive({ 'tg:alpha': fresh(...come) }, lost, ...come)
    expect((await run({})).body).toMatchObject({ data: { total: 4_501 }, meta: { archive: { links: 1 } } })
  })

  it('answers a share that one source showed although many others, shown by many sources, are newer', async () => {
    const shown = Array.from({ length: 40 }, (_, at) =>
      Array.from({ length: 30 }, (_other, channel) => numbered(at, `tg:gamma_${channel}`)),
    ).flat()
    const { run } = withArchive({}, lost, ...shown)
    const channels = ['alpha', ...Array.from({ length: 30 }, (_, channel) => `gamma_${channel}`)]
    expect((await run({ channels })).body.data.total).toBe(41)
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
    const archive = { ...noWorks, store: vi.fn(), search: async () => ({ results: [], next: undefined }) }
    const source = { id: 'plugin:labi', home: 'https://example.org/' }
    const ask = async () => [{ id: '1', text: `远山\n${quark}`, anchors: [], tags: [], images: [], aside: '' }]
    const gather = async function* <Query, Item>([one]: readonly Source<Query, Item>[], query: Query) {
      if (!one) return
      const items = (await one.ask(query, { now: new Date(now) } as never)) as never[]
      yield [one, fresh(...items)] as never
    }
    const upstream = { gather, isAvailable: async () => false }
    const { run } = searching({}, [], {
      ...{ archive, upstream, channels: [], plugins: new Map([['labi', { ...source, ask }]]) },
    })
    expect((await run({})).body.data.total).toBe(0)
    expect(archive.store.mock.calls).toMatchObject([[[{ source: 'plugin:labi', title: { text: '远山' } }]]])
  })

  const page = { results: [lost], next: 7 }
  it.each([
    ['cannot be read', async () => undefined, 0],
    ['hangs for longer than a moment', () => new Promise<never>(() => undefined), 0],
    [
      'cannot be read to its end',
      async (_request: unknown, _scope: unknown, below?: number) => (below ? undefined : page),
      1,
    ],
  ])('says that links may be missing when the archive %s', async (_what, search, links) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const archive = { ...noWorks, store: () => undefined, search }
    const { run } = searching({ 'tg:alpha': fresh(crane('tg:alpha')) }, [], { archive })
    const answer = run({})
    await vi.advanceTimersByTimeAsync(1_100)
    const { body } = await answer
    expect(body).toMatchObject({
      data: { total: 2 + links },
      meta: { archive: { links } },
      warnings: [{ kind: 'archive_failed' }],
    })
    expect(searchResponse.safeParse(JSON.parse(answerText(body))).success).toBe(true)
  })

  it('says nothing of an archive without links for the keyword', async () => {
    const { run } = withArchive({ 'tg:alpha': fresh(crane('tg:alpha')) })
    expect((await run({})).body.warnings).toBeUndefined()
  })
})

describe('a search that knows dead links', () => {
  const knownHealth = knownHealthOf({ 'quark:': 'bad' })
  const answers = { 'tg:alpha': fresh(crane('tg:alpha')) }

  it.each([
    ['sinks them unless told otherwise', {}, 2, ['baidu', 'quark'], 1],
    ['leaves them out when they are to be hidden', { health: 'hide' }, 1, ['baidu'], 1],
    ['takes them for any others when health is to be ignored', { health: 'ignore' }, 2, ['baidu', 'quark'], undefined],
  ])('%s', async (_what, ext, total, types, dead) => {
    const { run } = searching(answers, [], { knownHealth })
    const { body } = await run({ ext, res: 'all' })
    expect(body.data.total).toBe(total)
    expect('merged_by_type' in body.data && Object.keys(body.data.merged_by_type)).toEqual(types)
    expect('results' in body.data && body.data.results.map(({ links }) => links.length)).toEqual([total])
    expect(body.meta.dead).toBe(dead)
  })

  it('tells which shares stand at the top', async () => {
    const recordShown = vi.fn()
    await searching(answers, [], { rechecker: { recordShown } }).run({})
    expect(recordShown.mock.calls[0]?.[0]).toMatchObject([{ share: { type: 'baidu' }, password: 'k3m9' }, {}])
  })
})

describe('a search in a service with bans', () => {
  const answers = { 'tg:alpha': fresh(crane('tg:alpha')), 'tg:Beta': fresh(crane('tg:Beta')) }

  it('answers nothing that is banned, whether it came or was recalled', async () => {
    const archive = createArchive({ shelf: createMemoryArchive(), epochMs: () => now })
    archive.store([result('tg:alpha', `纸鹤 旧\n${baidu}`, { id: '7' })])
    const { run } = searching(answers, [], { archive, bans: createTestBans(['share', baidu]) })
    const text = JSON.stringify((await run({ res: 'all' })).body)
    expect(text).not.toContain(baidu)
    expect(text).toContain(quark)
  })

  it('answers nothing that was banned while it waited', async () => {
    const bans = createTestBans()
    const archive = createArchive({ shelf: createMemoryArchive(), epochMs: () => now })
    archive.store([result('tg:alpha', `纸鹤 旧\n${baidu}`, { id: '7' })])
    const gather = async function* <Query, Item>(sources: readonly Source<Query, Item>[]) {
      for (const source of sources) {
        yield [source, answers[source.id as keyof typeof answers]] as unknown as Gathered<Query, Item>
        await ban(bans, 'share', baidu)
        await ban(bans, 'word', '灯塔')
      }
    }
    const { run } = searching({}, [], { archive, bans, upstream: { gather, isAvailable: async () => false } })
    expect((await run({ res: 'all' })).body).toMatchObject({
      data: { total: 0, results: [] },
      meta: { archive: { links: 0 } },
    })
  })
})
