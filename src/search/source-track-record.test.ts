// The track record of sources, and the decisions based on it.
import { describe, expect, it } from 'vitest'
import { createSourceStatistics } from '../upstream/stats/source-statistics.ts'
import { createTrackRecord } from './source-track-record.ts'

/** A track record over statistics of its own, of these sources if any are listed. */
function make(sites: Parameters<typeof createTrackRecord>[1] = [], listed: readonly string[] = []) {
  const statistics = createSourceStatistics(() => 1, listed)
  return { ...statistics, ...createTrackRecord(statistics, sites), recordAsk: statistics.record }
}

type TrackRecord = ReturnType<typeof make>

const failure = { kind: 'timeout', detail: 'no answer in time' } as const
const at = new Date(0)

/** Lets a source answer so many links after so long, or fail, a few times. */
function learn(record: TrackRecord, id: string, links: number | 'fails', tookMs: number, times = 5): void {
  for (let time = 0; time < times; time += 1) {
    if (links === 'fails') record.recordAsk(id, { state: 'failed', failure, tookMs })
    else record.recordAsk(id, { state: 'fresh', items: [], at, tookMs }, links)
  }
}

function ordered(record: TrackRecord, ...ids: string[]): string[] {
  return record.rankSources(ids.map((id) => ({ id }))).map(({ id }) => id)
}

describe('the order of asking', () => {
  it('is that of the list while nothing is known', () => {
    expect(ordered(make(), 'c', 'a', 'b')).toEqual(['c', 'a', 'b'])
  })

  it('is by the evidence of sites until something is known: value, whether they answer from anywhere, speed', () => {
    const sites = [
      { id: 'few', value: 'few' },
      { id: 'slow', value: 'some', needs: ['slow'] },
      { id: 'refuses', value: 'many', needs: ['home'] },
      { id: 'many', value: 'many' },
      { id: 'some', value: 'some' },
    ] as const
    const record = make(sites)
    const ids = sites.map(({ id }) => id)
    expect(ordered(record, ...ids)).toEqual(['many', 'refuses', 'some', 'few', 'slow'])
    learn(record, 'few', 40, 400)
    expect(ordered(record, ...ids)).toEqual(['few', 'many', 'refuses', 'some', 'slow'])
  })

  it('puts a site that brings new links before those whose links others have too, though these have three times as many', () => {
    const record = make()
    learn(record, 'new', 5, 400)
    learn(record, 'echo', 15, 400)
    record.recordUnique('new', 0.1, at)
    record.recordUnique('echo', 0, at)
    expect(ordered(record, 'echo', 'new')).toEqual(['new', 'echo'])
  })

  it('begins with those that bring most links for the time they take', () => {
    const record = make()
    learn(record, 'slow', 10, 4_000)
    learn(record, 'quick', 10, 400)
    learn(record, 'poor', 1, 400)
    learn(record, 'empty', 0, 400)
    expect(ordered(record, 'empty', 'slow', 'poor', 'quick')).toEqual(['quick', 'slow', 'poor', 'empty'])
  })

  it('is that of all links where others have them too: one of those must be asked', () => {
    const record = make()
    learn(record, 'few', 1, 400)
    learn(record, 'many', 9, 400)
    for (const source of ['few', 'many']) record.recordUnique(source, 0, at)
    expect(ordered(record, 'few', 'many')).toEqual(['many', 'few'])
  })

  it('puts those that often fail behind those that answer', () => {
    const record = make()
    learn(record, 'steady', 5, 500)
    learn(record, 'flaky', 5, 500)
    learn(record, 'flaky', 'fails', 500, 3)
    expect(ordered(record, 'flaky', 'steady')).toEqual(['steady', 'flaky'])
  })

  it('puts those that nobody knows where the average would stand', () => {
    const record = make()
    learn(record, 'rich', 20, 500)
    learn(record, 'poor', 0, 500)
    expect(ordered(record, 'poor', 'new', 'rich')).toEqual(['rich', 'new', 'poor'])
  })

  it('forgets: what was lately counts most', () => {
    const record = make()
    learn(record, 'was', 'fails', 500, 50)
    learn(record, 'was', 8, 500, 20)
    learn(record, 'other', 4, 500)
    expect(ordered(record, 'other', 'was')).toEqual(['was', 'other'])
  })

  it('learns nothing from sources that were not asked', () => {
    const record = make()
    learn(record, 'a', 3, 500)
    const before = { ...record.averagesOf('a') }
    record.recordAsk('a', { state: 'cached', items: [], at })
    record.recordAsk('a', { state: 'failed', failure: { kind: 'open', detail: 'left alone' }, tookMs: 0 })
    expect(record.averagesOf('a')).toEqual(before)
  })
})

describe('what is expected of a source', () => {
  it('is what it brings when it answers, less for how seldom it does', () => {
    const record = make()
    learn(record, 'a', 10, 500, 1)
    learn(record, 'a', 'fails', 500, 1)
    expect(record.expected('a')).toEqual({ newIfAsked: 8, ifAnswered: 10 })
  })

  it('is as many new links as it has alone, each answer counting once', () => {
    const record = make()
    learn(record, 'a', 10, 500, 1)
    for (let time = 0; time < 9; time += 1) record.recordUnique('a', 0.25, at)
    record.recordUnique('a', 0.75, new Date(1))
    expect(record.expected('a')).toEqual({ newIfAsked: 3.5, ifAnswered: 10 })
  })

  it('is the usual fraction of new links where nobody knows which of its links are new', () => {
    const record = make()
    for (const source of ['a', 'b', 'late']) learn(record, source, 8, 500)
    record.recordUnique('a', 0.5, at)
    record.recordUnique('b', 0, at)
    expect(record.expected('late')).toEqual({ newIfAsked: 2, ifAnswered: 8 })
  })

  it('is the average where nothing is known of it', () => {
    const record = make()
    learn(record, 'a', 10, 500)
    learn(record, 'b', 0, 500)
    expect(record.expected('new')).toEqual({ newIfAsked: 5, ifAnswered: 5 })
  })
})

describe('a record kept over restarts', () => {
  it('is taken up as it was left', () => {
    const first = make()
    learn(first, 'slow', 3, 4_000)
    learn(first, 'quick', 3, 400)
    const second = make()
    second.load(first.serialize())
    expect(ordered(second, 'slow', 'quick')).toEqual(['quick', 'slow'])
    for (const source of ['slow', 'quick']) expect(second.averagesOf(source)).toEqual(first.averagesOf(source))
  })

  it('goes on with what was heard here and is not saved yet', () => {
    const [here, other] = [make(), make()]
    learn(other, 'a', 90, 400)
    learn(other, 'b', 5, 400)
    learn(here, 'a', 30, 400, 1)
    here.load(other.serialize())
    expect(['a', 'b'].map((source) => here.expected(source).ifAnswered)).toEqual([78, 5])
    here.beginSave()?.(true)
    here.load(other.serialize())
    expect(['a', 'b'].map((source) => here.expected(source).ifAnswered)).toEqual([90, 5])
    expect(here.beginSave()).toBeUndefined()
  })

  it('of 1.0.0-rc.1 counts until the statistics know more', () => {
    const record = make()
    record.earlier.load('{"a":{"links":3},"b":{"links":9},"c":{"links":-1},"d":7}')
    expect(['a', 'b', 'c'].map((source) => record.expected(source).ifAnswered)).toEqual([3, 9, 10])
    learn(record, 'a', 20, 400)
    expect(ordered(record, 'b', 'a')).toEqual(['a', 'b'])
    for (const text of ['', '{', '[]', 'null']) expect(() => record.earlier.load(text)).not.toThrow()
  })

  it('counts the links of an answer once, also for a search that ends after a restart', () => {
    const first = make()
    learn(first, 'a', 10, 500)
    first.recordUnique('a', 0.25, at)
    const second = make()
    second.load(first.serialize())
    second.recordUnique('a', 0.75, at)
    expect(second.expected('a')).toEqual({ newIfAsked: 2.5, ifAnswered: 10 })
  })
})

it('has no record of sources that are not listed', () => {
  const record = make([], ['tg:alpha'])
  for (const source of ['tg:made_up', 'tg:alpha'])
    record.recordAsk(source, { state: 'fresh', items: [], at: new Date(0), tookMs: 10 }, 3)
  record.recordUnique('tg:made_up', 1, new Date(0))
  expect([record.averagesOf('tg:made_up'), record.averagesOf('tg:alpha').links]).toEqual([{}, 3])
})
