// The background refresher: which lists it refreshes, when, and how many at once.
import { describe, expect, it } from 'vitest'
import { makeHotLists, type Rows, silence, staying } from '../../../test/kit/hot-lists.ts'
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

/** The list `a` of a process that begins when an earlier one has cached it. */
async function makeAfterRestart(row: Rows[string] = {}) {
  const answers = makeAnswers(() => Date.now())
  const before = make({ a: row }, undefined, answers)
  before.sites.says('a', 'x')
  await before.want('a')
  const made = make({ a: row }, undefined, answers)
  made.sites.says('a', 'y')
  return made
}

describe('the refresher', () => {
  it('asks for what an earlier process left as soon as it is old, once somebody wants it', async () => {
    const { want, pass, lists, list, time } = await makeAfterRestart()
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
    const { refresher, list, pass } = await makeAfterRestart()
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
    const { want, pass, time } = await makeAfterRestart({ interval: 86_400, isOfToday: true })
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
function makeAlone(ids: readonly string[], more: Partial<Parameters<typeof createRefresher>[0]> = {}) {
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
    ...more,
  })
  return { ...refresher, all, list, clock, begun, due }
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
    const refreshed: string[] = []
    const { list, all, touch, tick } = makeAlone(['a'], { refresh: async ({ name }) => void refreshed.push(name) })
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

it('four are asked at once, what has waited longest goes first, and what is being asked is not asked again', async () => {
  const ids = ['f', 'e', 'd', 'c', 'b', 'a']
  const begun: string[] = []
  const { list, due, touch, tick, counts } = makeAlone(ids, {
    async refresh({ id }) {
      begun.push(id)
      if (id === 'f') await silence
      due.delete(id)
    },
  })
  for (const id of ids.toReversed()) touch(list(id))
  tick()
  expect([begun, counts()]).toEqual([['f', 'e', 'd', 'c'], { running: 4, requested: 6 }])
  await new Promise((resolve) => process.nextTick(resolve))
  tick()
  tick()
  expect(begun).toEqual(ids)
})

it('an internal error is reported, and its slot is free again', async () => {
  const errors: unknown[] = []
  const { list, touch, tick, counts } = makeAlone(['a'], {
    refresh: () => Promise.reject(new Error('a bug of ours')),
    onError: (error) => void errors.push(error),
  })
  touch(list('a'))
  tick()
  expect(counts().running).toBe(1)
  await new Promise((resolve) => process.nextTick(resolve))
  expect(errors).toMatchObject([{ message: 'a bug of ours' }])
  expect(counts().running).toBe(0)
})

it('a list that is asleep is not refreshed on schedule', () => {
  const { list, touch, tick, begun } = makeAlone(['a', 'b'], { isAsleep: (id) => id === 'a' })
  for (const id of ['a', 'b']) touch(list(id))
  tick()
  expect(begun).toEqual(['b'])
})
