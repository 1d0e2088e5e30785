// The track record of sources, and the decisions based on it.
import { describe, expect, it } from 'vitest'
import { createTrackRecord, type TrackRecord } from './source-track-record.ts'

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
    expect(ordered(createTrackRecord(), 'c', 'a', 'b')).toEqual(['c', 'a', 'b'])
  })

  it('is by the evidence of sites until something is known: value, whether they answer from anywhere, speed', () => {
    const sites = [
      { id: 'few', value: 'few' },
      { id: 'slow', value: 'some', needs: ['slow'] },
      { id: 'refuses', value: 'many', needs: ['home'] },
      { id: 'many', value: 'many' },
      { id: 'some', value: 'some' },
    ] as const
    const record = createTrackRecord(undefined, sites)
    const ids = sites.map(({ id }) => id)
    expect(ordered(record, ...ids)).toEqual(['many', 'refuses', 'some', 'few', 'slow'])
    learn(record, 'few', 40, 400)
    expect(ordered(record, ...ids)).toEqual(['few', 'many', 'refuses', 'some', 'slow'])
  })

  it('puts a site that brings new links before those whose links others have too, though these have three times as many', () => {
    const record = createTrackRecord()
    learn(record, 'new', 5, 400)
    learn(record, 'echo', 15, 400)
    record.recordUnique('new', 0.1, at)
    record.recordUnique('echo', 0, at)
    expect(ordered(record, 'echo', 'new')).toEqual(['new', 'echo'])
  })

  it('begins with those that bring most links for the time they take', () => {
    const record = createTrackRecord()
    learn(record, 'slow', 10, 4_000)
    learn(record, 'quick', 10, 400)
    learn(record, 'poor', 1, 400)
    learn(record, 'empty', 0, 400)
    expect(ordered(record, 'empty', 'slow', 'poor', 'quick')).toEqual(['quick', 'slow', 'poor', 'empty'])
  })

  it('begins with those whose links few others have', () => {
    const record = createTrackRecord()
    learn(record, 'alone', 5, 400)
    learn(record, 'echo', 9, 400)
    record.recordUnique('alone', 1, at)
    record.recordUnique('echo', 0.2, at)
    expect(ordered(record, 'echo', 'alone')).toEqual(['alone', 'echo'])
  })

  it('is that of all links where others have them too: one of those must be asked', () => {
    const record = createTrackRecord()
    learn(record, 'few', 1, 400)
    learn(record, 'many', 9, 400)
    for (const source of ['few', 'many']) record.recordUnique(source, 0, at)
    expect(ordered(record, 'few', 'many')).toEqual(['many', 'few'])
  })

  it('puts those that often fail behind those that answer', () => {
    const record = createTrackRecord()
    learn(record, 'steady', 5, 500)
    learn(record, 'flaky', 5, 500)
    learn(record, 'flaky', 'fails', 500, 3)
    expect(ordered(record, 'flaky', 'steady')).toEqual(['steady', 'flaky'])
  })

  it('puts those that nobody knows where the average would stand', () => {
    const record = createTrackRecord()
    learn(record, 'rich', 20, 500)
    learn(record, 'poor', 0, 500)
    expect(ordered(record, 'poor', 'new', 'rich')).toEqual(['rich', 'new', 'poor'])
  })

  it('forgets: what was lately counts most', () => {
    const record = createTrackRecord()
    learn(record, 'was', 'fails', 500, 50)
    learn(record, 'was', 8, 500, 20)
    learn(record, 'other', 4, 500)
    expect(ordered(record, 'other', 'was')).toEqual(['was', 'other'])
  })

  it('learns nothing from sources that were not asked', () => {
    const record = createTrackRecord()
    learn(record, 'a', 3, 500)
    const before = record.serialize()
    record.recordAsk('a', { state: 'cached', items: [], at })
    record.recordAsk('a', { state: 'failed', failure: { kind: 'open', detail: 'left alone' }, tookMs: 0 })
    expect(record.serialize()).toBe(before)
  })
})

describe('what is expected of a source', () => {
  it('is what it brings when it answers, less for how seldom it does', () => {
    const record = createTrackRecord()
    learn(record, 'a', 10, 500, 1)
    learn(record, 'a', 'fails', 500, 1)
    expect(record.expected('a')).toEqual({ newIfAsked: 8, ifAnswered: 10 })
  })

  it('is as many new links as it has alone, each answer counting once', () => {
    const record = createTrackRecord()
    learn(record, 'a', 10, 500, 1)
    for (let time = 0; time < 9; time += 1) record.recordUnique('a', 0.25, at)
    record.recordUnique('a', 0.75, new Date(1))
    expect(record.expected('a')).toEqual({ newIfAsked: 3.5, ifAnswered: 10 })
  })

  it('is the usual fraction of new links where nobody knows which of its links are new', () => {
    const record = createTrackRecord()
    for (const source of ['a', 'b', 'late']) learn(record, source, 8, 500)
    record.recordUnique('a', 0.5, at)
    record.recordUnique('b', 0, at)
    expect(record.expected('late')).toEqual({ newIfAsked: 2, ifAnswered: 8 })
  })

  it('is the average where nothing is known of it', () => {
    const record = createTrackRecord()
    learn(record, 'a', 10, 500)
    learn(record, 'b', 0, 500)
    expect(record.expected('new')).toEqual({ newIfAsked: 5, ifAnswered: 5 })
  })
})

describe('a record kept over restarts', () => {
  function takenUp(text: string): TrackRecord {
    const record = createTrackRecord()
    record.load(text)
    return record
  }

  it('is taken up as it was left', () => {
    const first = createTrackRecord()
    learn(first, 'slow', 3, 4_000)
    learn(first, 'quick', 3, 400)
    const second = takenUp(first.serialize())
    expect(ordered(second, 'slow', 'quick')).toEqual(['quick', 'slow'])
    expect(second.serialize()).toBe(first.serialize())
  })

  it('does not take the place of what was heard since', () => {
    const record = createTrackRecord()
    learn(record, 'a', 3, 400)
    record.load('{"a":{"links":90},"b":{"links":5}}')
    expect(['a', 'b'].map((source) => record.expected(source).ifAnswered)).toEqual([3, 5])
  })

  it('of another replica counts for sources that were not heard of since it was kept', () => {
    const record = createTrackRecord()
    learn(record, 'a', 3, 400)
    record.beginSave()?.(true)
    record.load('{"a":{"links":90},"b":{"links":5}}')
    expect(['a', 'b'].map((source) => record.expected(source).ifAnswered)).toEqual([90, 5])
    learn(record, 'b', 10, 400)
    const before = record.expected('b').ifAnswered
    record.beginSave()?.(false)
    record.load('{"a":{"links":80},"b":{"links":90}}')
    expect(['a', 'b'].map((source) => record.expected(source).ifAnswered)).toEqual([80, before])
    record.beginSave()?.(true)
    expect(record.beginSave()).toBeUndefined()
  })

  it.each(['', '{', '[]', '{"a":{"links":-1}}', '{"a":{"links":"many"}}', '\u0000', 'null'])(
    'begins anew when what was left is %j',
    (text) => {
      expect(takenUp(text).serialize()).toBe('{}')
    },
  )

  it('loses nothing but what cannot be read', () => {
    const text = '{"a":{"links":3},"b":{"links":-1},"c":7}'
    expect(takenUp(text).serialize()).toBe('{"a":{"links":3}}')
  })

  it('knows names that objects have by nature', () => {
    const record = createTrackRecord()
    learn(record, '__proto__', 3, 100)
    learn(record, 'constructor', 3, 100)
    expect(takenUp(record.serialize()).expected('constructor').ifAnswered).toBe(3)
  })
})

it('has no record of sources that are not listed', () => {
  const record = createTrackRecord(new Set(['tg:alpha']))
  for (const source of ['tg:made_up', 'tg:alpha'])
    record.recordAsk(source, { state: 'fresh', items: [], at: new Date(0), tookMs: 10 }, 3)
  record.recordUnique('tg:made_up', 1, new Date(0))
  expect(Object.keys(JSON.parse(record.serialize()))).toEqual(['tg:alpha'])
})
