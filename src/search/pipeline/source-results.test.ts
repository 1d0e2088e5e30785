// Results of sources: the order of asks, and answering before the deadline.
import { describe, expect, it } from 'vitest'
import { day, result } from '../../../test/kit/posts.ts'
import { searchRequest } from '../../contract/search.ts'
import type { Gathered, GatherOptions } from '../../upstream/gather.ts'
import type { Source } from '../../upstream/source.ts'
import type { SearchQuery } from '../plugin.ts'
import type { ParsedPost } from '../posts/parse-post.ts'
import { createTrackRecord } from '../source-track-record.ts'
import { type SourceResultDeps, streamSourceResults } from './source-results.ts'

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

/** A search over four channels of which two, with so many links each, have answered; who is asked in which order, and how early it may end. */
async function searching(record: ReturnType<typeof createTrackRecord>, links: number) {
  const asked: { ids: string[]; spread: SearchSpread }[] = []
  async function* gather(sources: readonly SearchedSource[], _query: SearchQuery, spread: SearchSpread) {
    asked.push({ ids: sources.map(({ id }) => id), spread })
    for (const name of ['alpha', 'beta'])
      yield [sourceOf(name), { state: 'fresh', items: linksOf(`tg:${name}`, links), at, tookMs: 100 }] as Gathered<
        SearchQuery,
        ParsedPost
      >
  }
  const choice = { sources: names.map(sourceOf), clouds: undefined, warnings: [], unlistedCount: 0 }
  const upstream = {
    gather: gather as unknown as SourceResultDeps['upstream']['gather'],
    isAvailable: async () => false,
  }
  const parts = { upstream, record, deadlineMs: 8_000, earlyMs: 4_000, defaultConc: 10 }
  const signal = new AbortController().signal
  for await (const _arrival of streamSourceResults(searchRequest.parse({ kw: '纸鹤' }), choice, parts, { signal }));
  return { ids: asked[0]?.ids, early: asked[0]?.spread.earlyStop }
}

function knowing(links: Readonly<Record<string, number>>) {
  const record = createTrackRecord()
  for (const [name, count] of Object.entries(links))
    for (let time = 0; time < 20; time += 1) {
      record.recordAsk(`tg:${name}`, { state: 'fresh', items: [], at, tookMs: 100 }, count)
    }
  return record
}

describe('a search', () => {
  it('asks those first that bring most', async () => {
    const { ids } = await searching(knowing({ alpha: 1, beta: 5, gamma: 0, delta: 3 }), 1)
    expect(ids).toEqual(['tg:beta', 'tg:delta', 'tg:alpha', 'tg:gamma'])
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
    record.recordUnique('tg:gamma', 5, new Date(1))
    expect((await early())?.isEnough([sourceOf('gamma')])).toBe(false)
    for (let time = 2; time < 40; time += 1) record.recordUnique('tg:gamma', 0, new Date(time))
    expect((await early())?.isEnough([sourceOf('gamma')])).toBe(true)
  })

  it('waits for sources nobody knows as for any other', async () => {
    const { early } = await searching(createTrackRecord(), 3)
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
})
