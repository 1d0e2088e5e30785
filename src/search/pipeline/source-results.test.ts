// Results of sources: the order of asks, and answering before the deadline.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { day, result } from '../../../test/kit/searching.ts'
import { searchRequest } from '../../contract/search.ts'
import { type Gathered, type GatherOptions, gather, type SourceAsker } from '../../upstream/gather.ts'
import { createCallers, createQueue, runQueued } from '../../upstream/host/queue.ts'
import type { Source } from '../../upstream/source.ts'
import { createSourceStatistics } from '../../upstream/stats/source-statistics.ts'
import type { SearchQuery } from '../plugin.ts'
import { createSearchLimits } from '../posts/answer-limits.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import { createTrackRecord } from '../source-track-record.ts'
import { countUncached, type SourceResultDeps, streamSourceResults } from './source-results.ts'

const at = new Date(0)
const names = ['alpha', 'beta', 'gamma', 'delta']

type SearchSpread = GatherOptions<SearchQuery, ParsedPost>
type SearchedSource = Source<SearchQuery, ParsedPost>

function sourceOf(name: string): SearchedSource {
  return { id: `tg:${name}`, home: 'https://t.me/', ask: async () => [] }
}

function linksOf(source: string, count: number): ParsedPost[] {
  const post = (number: number) => `纸鹤 https://pan.quark.cn/s/${`${source.length}${number}`.padStart(12, '0')}`
  return Array.from({ length: count }, (_, number) => result(source, post(number), { id: `${number}`, at: day(1) }))
}

const choice = { sources: names.map(sourceOf), clouds: undefined, warnings: [], unlistedCount: 0 }
const limit = createSearchLimits()(undefined)
const times = { deadlineMs: 8_000, earlyMs: 4_000, defaultConc: 10 }

/** A search over four channels of which two, by default alpha and beta, have answered with so many links each; who is asked in which order, and how early it may end. */
async function searching(record: SourceResultDeps['record'], links: number, answered = ['alpha', 'beta']) {
  const asked: { ids: string[]; spread: SearchSpread }[] = []
  async function* gather(sources: readonly SearchedSource[], _query: SearchQuery, spread: SearchSpread) {
    asked.push({ ids: sources.map(({ id }) => id), spread })
    for (const name of answered)
      yield [sourceOf(name), { state: 'fresh', items: linksOf(`tg:${name}`, links), at, tookMs: 100 }] as Gathered<
        SearchQuery,
        ParsedPost
      >
  }
  const upstream = {
    gather: gather as unknown as SourceResultDeps['upstream']['gather'],
    isAvailable: async () => false,
  }
  const parts = { upstream, record, ...times }
  const signal = new AbortController().signal
  for await (const _arrival of streamSourceResults(searchRequest.parse({ kw: '纸鹤' }), choice, parts, {
    signal,
    limit,
  }));
  return { ids: asked[0]?.ids, early: asked[0]?.spread.earlyStop }
}

function knowing(links: Readonly<Record<string, number>>) {
  const statistics = createSourceStatistics(() => 0)
  const record = { ...createTrackRecord(statistics), recordAsk: statistics.record }
  for (const [name, count] of Object.entries(links))
    for (let time = 0; time < 20; time += 1) {
      record.recordAsk(`tg:${name}`, { state: 'fresh', items: [], at, tookMs: 100 }, count)
    }
  return record
}

afterEach(() => void vi.useRealTimers())

describe('a search', () => {
  it('asks those first that bring most', async () => {
    const { ids } = await searching(knowing({ alpha: 1, beta: 5, gamma: 0, delta: 3 }), 1)
    expect(ids).toEqual(['tg:beta', 'tg:delta', 'tg:alpha', 'tg:gamma'])
  })

  it.each([
    [
      ['alpha', 'beta'],
      [5, 5],
    ],
    // Links of names of equal length are equal.
    [
      ['alpha', 'gamma', 'beta'],
      [0, 0, 5],
    ],
  ])('learns that of five links of each of %j, %j are new', async (answered, unique) => {
    const record = knowing(Object.fromEntries(answered.map((name) => [name, 10])))
    await searching(record, 5, answered)
    expect(answered.map((name) => record.expected(`tg:${name}`).newIfAsked)).toEqual(unique.map((count) => count * 2))
  })

  it('may end after four seconds when what is pending is expected to bring less than 2 % more', async () => {
    const { early } = await searching(knowing({ alpha: 50, beta: 50, gamma: 1, delta: 1 }), 3)
    expect(early?.afterMs).toBe(4_000)
    expect(early?.isEnough([sourceOf('gamma')])).toBe(true)
    expect(early?.isEnough([sourceOf('gamma'), sourceOf('delta')])).toBe(false)
  })

  it('waits for a source whose links nobody else has, and not for one that repeats what others have', async () => {
    const record = knowing({ alpha: 50, beta: 50, gamma: 5 })
    const early = async () => (await searching(record, 3)).early
    record.recordUnique('tg:gamma', 1, new Date(1))
    expect((await early())?.isEnough([sourceOf('gamma')])).toBe(false)
    for (let time = 2; time < 40; time += 1) record.recordUnique('tg:gamma', 0, new Date(time))
    expect((await early())?.isEnough([sourceOf('gamma')])).toBe(true)
  })

  it('waits for sources nobody knows as for any other', async () => {
    const { early } = await searching(createTrackRecord(createSourceStatistics(() => 0)), 3)
    expect(early?.isEnough([sourceOf('gamma')])).toBe(false)
  })

  it('waits for nobody who never answers', async () => {
    const record = knowing({ alpha: 5, beta: 5, gamma: 5 })
    for (let time = 0; time < 50; time += 1)
      record.recordAsk('tg:gamma', {
        state: 'failed',
        failure: { kind: 'timeout', detail: 'no answer' },
        tookMs: 4_000,
      })
    const { early } = await searching(record, 3)
    expect(early?.isEnough([sourceOf('gamma')])).toBe(true)
  })

  it('waits until the deadline while nothing has been found', async () => {
    const { early } = await searching(knowing({ alpha: 50, beta: 50, gamma: 0 }), 0)
    expect(early?.isEnough([sourceOf('gamma')])).toBe(false)
  })

  it('is answered without the source ranked last, but asks it, and earlier in the next search if it has brought much', async () => {
    vi.useFakeTimers()
    const record = knowing({ alpha: 50, beta: 50, gamma: 0.2, delta: 0.1 })
    const ranked = () => record.rankSources(choice.sources).map(({ id }) => id)
    expect(ranked()).toEqual(['tg:alpha', 'tg:beta', 'tg:gamma', 'tg:delta'])
    const links = { 'tg:delta': 20, 'tg:gamma': 0 } as Record<string, number>
    const ask = async ({ id }: SearchedSource) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      const outcome = { state: 'fresh', items: linksOf(id, links[id] ?? 5), at, tookMs: 1_500 } as const
      record.recordAsk(id, outcome, outcome.items.length)
      return { ...outcome, items: [...outcome.items] }
    }
    const asker: SourceAsker<SearchQuery, ParsedPost, SearchedSource> = {
      ask: (source, _query, { signal = new AbortController().signal }, caller) =>
        runQueued(createQueue(10), { callers: createCallers(caller), signal, work: () => ask(source) }),
      cached: async () => undefined,
    }
    const upstream = {
      gather: gather.bind(undefined, asker) as unknown as SourceResultDeps['upstream']['gather'],
      isAvailable: async () => false,
    }
    const arrived: string[] = []
    const request = searchRequest.parse({ kw: '纸鹤', conc: 1 })
    const arrivals = streamSourceResults(
      request,
      choice,
      { upstream, record, ...times },
      { signal: new AbortController().signal, limit },
    )
    const answered = (async () => {
      for await (const { source, outcome } of arrivals) arrived.push(`${source} ${outcome.state}`)
    })()
    await vi.advanceTimersByTimeAsync(4_000)
    await answered
    expect(arrived).toEqual(['tg:alpha fresh', 'tg:beta fresh', 'tg:gamma pending', 'tg:delta pending'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(ranked()).toEqual(['tg:alpha', 'tg:beta', 'tg:delta', 'tg:gamma'])
  })
})

describe('where capacity is short', () => {
  const sources = Array.from({ length: 131 }, (_, number) => sourceOf(`${number}`))
  const fits = (asks: number) => asks <= 20

  it.each([
    ['of which nothing is known is looked up in part, and counts as a whole', [], 32, 131],
    ['of which nearly all is known is looked up whole, and counts as what is not known', sources.slice(12), 131, 12],
  ])('a search %s', async (_what, known, lookUps, asks) => {
    const isAvailable = vi.fn(async ({ id }: { readonly id: string }) => known.some((source) => source.id === id))
    const request = searchRequest.parse({ kw: '纸鹤' })
    expect(await countUncached(request, { sources }, { upstream: { isAvailable } }, fits)).toBe(asks)
    expect(isAvailable).toHaveBeenCalledTimes(lookUps)
  })
})
