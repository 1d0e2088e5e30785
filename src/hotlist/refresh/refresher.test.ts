// The background refresher: which lists it refreshes, when, and how many at once.
import { describe, expect, it } from 'vitest'
import { later, makeHotLists, type Rows, silence, staying } from '../../../test/kit/hot-lists.ts'
import { makeAnswers, makeClock } from '../../../test/kit/wire.ts'
import type { AnswerCache } from '../../upstream/cache/answer-entry.ts'
import { createFreshHolds, createRefresher } from './refresher.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Lists, a client that requests one, and a refresher that ticks every second. */
function make(rows: Rows, random?: () => number, answers?: AnswerCache) {
  const made = makeHotLists(rows, random, answers)
  const { lists, list, refresher, time, sites } = made
  const want = async (...ids: readonly string[]) => {
    const answers = ids.map((id) => lists.one(list(id), { force: false, signal: staying() }))
    await time.advance(0)
    return Promise.all(answers)
  }
  /** Advances the clock; returns the second of each attempt and its site. */
  const pass = async (ms: number) => {
    const begun: string[] = []
    for (let at = second; at <= ms; at += second) {
      const before = sites.asked.length
      await time.advance(second)
      refresher.tick()
      await time.advance(0)
      begun.push(...sites.asked.slice(before).map((id) => `${at / second} ${id}`))
    }
    return begun
  }
  return { ...made, want, pass }
}

function many(count: number, row: Rows[string] = {}) {
  const ids = Array.from({ length: count }, (_, at) => `list${at}`)
  return { ids, rows: Object.fromEntries(ids.map((id) => [id, row])) }
}

describe('the refresher', () => {
  it('asks for what an earlier process left as soon as it is old, once somebody wants it', async () => {
    const answers = makeAnswers(() => Date.now())
    const before = make({ a: {} }, undefined, answers)
    before.sites.says('a', 'x')
    await before.want('a')
    const { want, pass, sites, lists, list, time } = make({ a: {} }, undefined, answers)
    sites.says('a', 'y')
    expect(await pass(20 * second)).toEqual([])
    expect(await want('a')).toMatchObject([{ isCached: true, isStale: false }])
    expect(await pass(45 * second)).toEqual(['40 a'])
    const asked = lists.one(list('a'), { force: false, signal: staying() })
    await time.advance(0)
    expect(await asked).toMatchObject({ isCached: true, isStale: false, items: [{ id: 'y' }] })
  })

  it('asks at once for a list that is kept fresh and was not requested yet, then at its interval', async () => {
    const { refresher, list, pass, sites } = make({ a: {}, b: {} })
    sites.says('a', 'x')
    refresher.keepFresh(list('a'))
    expect(await pass(2 * minute + 2 * second)).toEqual(['1 a', '61 a', '121 a'])
  })

  it('asks for a list that is kept fresh and cached by an earlier process only when it is old', async () => {
    const answers = makeAnswers(() => Date.now())
    const before = make({ a: {} }, undefined, answers)
    before.sites.says('a', 'x')
    await before.want('a')
    await before.time.advance(20 * second)
    const { refresher, list, pass, sites } = make({ a: {} }, undefined, answers)
    sites.says('a', 'y')
    refresher.keepFresh(list('a'))
    expect(await pass(minute + 10 * second)).toEqual(['60 a'])
  })

  it('asks for a requested list as soon as its interval is over, and for nothing else', async () => {
    const { want, pass, sites, lists, list } = make({ a: {}, b: { interval: 90 }, never: {} })
    for (const id of ['a', 'b', 'never']) sites.says(id, 'x')
    await want('a', 'b')
    expect(await pass(185 * second)).toEqual(['60 a', '90 b', '120 a', '180 a', '180 b'])
    expect(await lists.one(list('a'), { force: false, signal: staying() })).toMatchObject({
      isCached: true,
      isStale: false,
    })
  })

  it('asks for a list of one day in China after midnight there, before its interval is over', async () => {
    const answers = makeAnswers(() => Date.now())
    const before = make({ a: { interval: 86_400, isOfToday: true } }, undefined, answers)
    before.sites.says('a', 'x')
    await before.want('a')
    const { want, pass, sites, time } = make({ a: { interval: 86_400, isOfToday: true } }, undefined, answers)
    sites.says('a', 'y')
    // The clock begins at eight in the morning there.
    await time.advance(16 * hour - minute)
    await want('a')
    expect(await pass(2 * minute)).toEqual(['60 a'])
  })

  it('stops an hour after the last request', async () => {
    const { want, pass, sites, refresher } = make({ a: { interval: 600 } })
    sites.says('a', 'x')
    await want('a')
    await pass(30 * minute)
    await want('a')
    const begun = await pass(2 * hour)
    expect(begun.map((one) => Number(one.split(' ')[0]) / 60)).toEqual([10, 20, 30, 40, 50])
    expect(refresher.counts()).toEqual({ running: 0, requested: 0 })
  })

  it('asks in its turn only for what nobody has asked for meanwhile', async () => {
    const { want, pass, sites, lists, list } = make({ a: {} })
    sites.says('a', 'x')
    await want('a')
    await pass(40 * second)
    await lists.one(list('a'), { force: true, signal: staying() })
    expect(await pass(61 * second)).toEqual(['60 a'])
  })

  it('asks at most four at once, those that wait longest first', async () => {
    const { ids, rows } = many(10)
    const { want, pass, sites, refresher, time } = make(rows)
    for (const id of ids) sites.says(id, 'x', later(1_500, 'y'))
    for (const id of ids) {
      await want(id)
      await time.advance(1)
    }
    await time.advance(minute)
    refresher.tick()
    await time.advance(0)
    expect(sites.asked.slice(10)).toEqual(ids.slice(0, 4))
    refresher.tick()
    expect(refresher.counts()).toEqual({ running: 4, requested: 10 })
    expect((await pass(4 * second)).map((one) => one.split(' ')[1])).toEqual(ids.slice(4))
  })

  it('is not held up by one that hangs', async () => {
    const { want, pass, sites } = make({ hanging: {}, a: {} })
    sites.says('hanging', 'x', silence)
    sites.says('a', 'x')
    await want('hanging', 'a')
    expect(await pass(2 * minute)).toEqual(['60 hanging', '60 a', '120 a'])
  })

  it('never asks for a list that is turned off', async () => {
    const { want, pass, batches, refresher } = make({ off: { isOff: true } })
    await want('off')
    await batches.batch({ sources: ['off'], force: true, limit: 1 }, staying())
    expect(refresher.counts().requested).toBe(0)
    expect(await pass(3 * minute)).toEqual([])
  })

  it('keeps lists fresh that were requested in a batch', async () => {
    const { pass, batches, sites, time } = make({ a: {}, b: {} })
    for (const id of ['a', 'b']) sites.says(id, 'x')
    const received = batches.batch({ sources: ['a'], force: false, limit: 1 }, staying())
    await time.advance(0)
    await received
    expect(await pass(minute)).toEqual(['60 a'])
  })
})

/** A refresher by itself: its lists are due in the order of their ids, until they are refreshed. */
function makeAlone(ids: readonly string[]) {
  const { list, all } = makeHotLists(Object.fromEntries(ids.map((id) => [id, {}])))
  const due = new Map(ids.map((id, at) => [id, at]))
  const clock = makeClock()
  const begun: string[] = []
  const refresher = createRefresher({
    all,
    schedule: { dueAt: ({ id }) => due.get(id) },
    refresh: ({ id }) => {
      begun.push(id)
      return silence
    },
    onError: (error) => expect.fail(String(error)),
    epochMs: clock.epochMs,
  })
  return { ...refresher, all, list, clock, begun }
}

describe('a list that somebody follows', () => {
  it('is kept fresh while a client follows it, and for an hour after the last one disconnected', () => {
    const { keepFresh, tick, counts, list, clock } = makeAlone(['a'])
    const stored = () => {
      tick()
      return counts().requested
    }
    const [first, second] = [keepFresh(list('a')), keepFresh(list('a'))]
    clock.advance(2 * hour)
    expect(stored()).toBe(1)
    first()
    clock.advance(2 * hour)
    expect(stored()).toBe(1)
    second()
    clock.advance(hour - 1)
    expect(stored()).toBe(1)
    clock.advance(1)
    expect(stored()).toBe(0)
  })
})

describe('when the lists change', () => {
  it('a list that is gone is refreshed no more, not even after somebody stopped following it', () => {
    const { all, keepFresh, touch, tick, list, begun } = makeAlone(['a', 'b'])
    const release = keepFresh(list('a'))
    touch(list('b'))
    all.clear()
    release()
    tick()
    expect(begun).toEqual([])
  })

  it('a list that is defined anew is refreshed as it is now', () => {
    const { list, all } = makeHotLists({ a: {} })
    const refreshed: string[] = []
    const { touch, tick } = createRefresher({
      ...{ all, schedule: { dueAt: () => 0 }, epochMs: () => 0 },
      refresh: async ({ name }) => void refreshed.push(name),
      onError: (error) => expect.fail(String(error)),
    })
    touch(list('a'))
    all.set('a', { ...list('a'), name: 'other' })
    tick()
    expect(refreshed).toEqual(['other'])
  })

  it('holds are those of the latest lists only', () => {
    const { list } = makeHotLists({ a: {}, b: {}, c: {} })
    const held = new Set<string>()
    const hold = createFreshHolds({
      keepFresh({ id }) {
        held.add(id)
        return () => void held.delete(id)
      },
    })
    hold([list('a'), list('b')])
    hold([list('b'), list('c')])
    expect([...held]).toEqual(['b', 'c'])
  })
})

it('what has waited longest goes first, and what is being asked is not asked again', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const { list, all } = makeHotLists(Object.fromEntries(ids.map((id) => [id, {}])))
  const due = new Map(ids.map((id, at) => [id, 10 - at]))
  const begun: string[] = []
  const { touch, tick } = createRefresher({
    all,
    schedule: { dueAt: ({ id }) => due.get(id) },
    async refresh({ id }) {
      begun.push(id)
      if (id === 'f') await silence
      due.delete(id)
    },
    onError: () => undefined,
    epochMs: () => 100,
  })
  for (const id of ids) touch(list(id))
  tick()
  expect(begun).toEqual(['f', 'e', 'd', 'c'])
  await new Promise((resolve) => process.nextTick(resolve))
  tick()
  tick()
  expect(begun).toEqual(['f', 'e', 'd', 'c', 'b', 'a'])
})

it('an internal error is reported, and its slot is free again', async () => {
  const { list, all } = makeHotLists({ a: {} })
  const errors: unknown[] = []
  const refresher = createRefresher({
    all,
    schedule: { dueAt: () => 0 },
    refresh: () => Promise.reject(new Error('a bug of ours')),
    onError: (error) => void errors.push(error),
    epochMs: () => 0,
  })
  refresher.touch(list('a'))
  refresher.tick()
  expect(refresher.counts().running).toBe(1)
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  expect(errors).toMatchObject([{ message: 'a bug of ours' }])
  expect(refresher.counts().running).toBe(0)
})

it('a list that is asleep is not refreshed on schedule', () => {
  const { list, all } = makeHotLists({ a: {}, b: {} })
  const begun: string[] = []
  const { touch, tick } = createRefresher({
    all,
    schedule: { dueAt: () => 0 },
    isAsleep: (id) => id === 'a',
    refresh: async ({ id }) => void begun.push(id),
    onError: () => undefined,
    epochMs: () => 100,
  })
  for (const id of ['a', 'b']) touch(list(id))
  tick()
  expect(begun).toEqual(['b'])
})
