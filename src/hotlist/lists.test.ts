// Fetching lists by id: what an id means, results of one and of many, and late answers.
import { describe, expect, it } from 'vitest'
import { later, makeHotLists, type Rows, silence, staying } from '../../test/kit/hot-lists.ts'
import type { ListAnswer } from './lists.ts'

const manner = { force: false, deadlineMs: 30_000, parallel: 10 }

function make(rows: Rows) {
  const made = makeHotLists(rows)
  const { lists } = made
  const many = async (ids: readonly string[], more: Partial<typeof manner> = {}) => {
    const received: ListAnswer[] = []
    for await (const answer of lists.many(ids, { ...manner, ...more, signal: staying() })) received.push(answer)
    return received
  }
  return { ...made, many }
}

describe('an id', () => {
  const rows: Rows = {
    'weibo-hot': {},
    'weibo-new': {},
    zhihu: {},
    'zhihu-new': {},
    'off-a': { isOff: true },
    'off-b': {},
  }

  it.each([
    ['weibo-new', 'weibo-new'],
    ['weibo', 'weibo-hot'],
    ['zhihu', 'zhihu'],
    // Enabling the second list of a family does not make it the first.
    ['off', 'off-a'],
  ])('%s means the list %s', (id, meant) => {
    expect(make(rows).lists.find(id)?.id).toBe(meant)
  })

  it.each(['', 'weib', 'Weibo', 'weibo-', 'toString', '__proto__', 'constructor'])('%j means nothing', (id) => {
    expect(make(rows).lists.find(id)).toBeUndefined()
  })

  it('of a list that is turned off is known, and stands among all there are', () => {
    expect(make(rows).lists.all.map(({ id }) => id)).toEqual(Object.keys(rows))
  })
})

describe('one list', () => {
  it('that is turned off is a failure without asking', async () => {
    const { lists, list, sites } = make({ a: { isOff: true } })
    const answer = await lists.one(list('a'), { force: true, signal: staying() })
    expect(answer).toMatchObject({ items: [], isStale: false, failure: { kind: 'disabled' } })
    expect(sites.asked).toEqual([])
  })

  it('is left by its client: the ask ends when nobody else waits for it, and none begins', async () => {
    const { lists, list, sites, time } = make({ a: {} })
    sites.says('a', silence)
    const leaving = new AbortController()
    const first = lists.one(list('a'), { force: false, signal: leaving.signal })
    await time.advance(100)
    leaving.abort()
    expect(await first).toMatchObject({ items: [], failure: { kind: 'timeout' }, tookMs: 100 })
    await lists.one(list('a'), { force: false, signal: leaving.signal })
    await time.advance(0)
    expect(sites.left).toEqual(['a'])
    expect(sites.asked).toEqual(['a'])
  })

  it('of a source that throws what it should not is a failure, and the log says whose', async () => {
    const { lists, list, errors } = make({ a: { ask: () => Promise.reject(new TypeError('x is undefined')) } })
    const answer = await lists.one(list('a'), { force: false, signal: staying() })
    expect(answer).toMatchObject({
      items: [],
      failure: { kind: 'mismatch', detail: expect.stringContaining('TypeError') },
    })
    expect(errors()).toMatchObject([{ source: 'a' }])
  })
})

describe('many lists', () => {
  it('come as they arrive, those that are turned off first, unknown ones not at all', async () => {
    const { many, sites, time } = make({ slow: {}, quick: {}, off: { isOff: true } })
    sites.says('slow', later(100, 'x'))
    sites.says('quick', 'x')
    const received = many(['slow', 'none', 'quick', 'off'])
    await time.advance(100)
    expect((await received).map(({ askedAs, tookMs }) => `${askedAs} ${tookMs}`)).toEqual([
      'off 0',
      'quick 0',
      'slow 100',
    ])
  })

  it('of which one is asked for by two names come under both, asked once', async () => {
    const { many, sites } = make({ 'a-hot': {} })
    sites.says('a-hot', 'x')
    expect((await many(['a', 'a-hot'])).map(({ askedAs }) => askedAs)).toEqual(['a', 'a-hot'])
    expect(sites.asked).toHaveLength(1)
  })

  it('that are late are failures; forced ones are served from the cache, marked as stale', async () => {
    const { many, sites, time } = make({ a: {}, b: {} })
    sites.says('a', 'x', silence)
    sites.says('b', silence)
    await many(['a'])
    const at = new Date(time.now())
    await time.advance(1_000)
    const received = many(['a', 'b'], { force: true, deadlineMs: 500 })
    await time.advance(500)
    const late = { kind: 'timeout', detail: 'no answer within the request timeout' }
    expect(await received).toMatchObject([
      { askedAs: 'a', items: [{ id: 'x' }], at, isCached: true, isStale: true, failure: late, tookMs: 500 },
      { askedAs: 'b', items: [], isCached: false, failure: late },
    ])
  })

  it('none of which is known are none', async () => {
    expect(await make({ a: {} }).many(['x', 'y'])).toEqual([])
  })
})

it('asks of other sources are none of the business of the lists', async () => {
  const { upstream, schedule, list } = make({ a: {} })
  await upstream.ask({ ...list('a').source, id: 'tg:a' }, {}, {})
  expect(schedule.dueAt(list('a'))).toBeUndefined()
  expect(schedule.dueAt({ id: 'tg:a', interval: 60 })).toBeUndefined()
})

it('a cached response that depends on the set of lists expires when the set changes', () => {
  const { lists, all, upstream } = make({ a: {} })
  const before = lists.all
  const stamp = lists.stamp()
  expect([upstream.versions.isCurrent(stamp), lists.all === before]).toEqual([true, true])
  all.delete('a')
  lists.onSetChanged()
  expect([upstream.versions.isCurrent(stamp), lists.all, lists.find('a')]).toEqual([false, [], undefined])
})
