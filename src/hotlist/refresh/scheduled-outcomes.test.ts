// Outcomes of scheduled fetching below the hot lists: their states, their versions, and what other replicas store.
import { describe, expect, it } from 'vitest'
import { makeHotLists, type Rows, siteOf } from '../../../test/kit/hot-lists.ts'
import { makeAnswers } from '../../../test/kit/wire.ts'
import { cacheKey } from '../../upstream/cache/answer-entry.ts'
import { createVersionReads } from '../../upstream/cache/versions.ts'
import type { Failure, Outcome } from '../../upstream/source.ts'
import { createScheduledAsker, freshMs } from './scheduled-ask.ts'

const second = 1_000
const hour = 3_600 * second
const interval = 60 * second

/** One list `a`, asked below the hot lists; `store` stores an answer as another replica would, without a message. */
function makeAsker(row: Rows[string] = {}) {
  const answers = makeAnswers(() => Date.now())
  const made = makeHotLists({ a: row }, undefined, answers)
  const { upstream, schedule, metrics, sites, time } = made
  const list = made.list('a')
  const asker = createScheduledAsker({ upstream, schedule, metrics, epochMs: time.now })
  const settled = async <Result>(asked: Promise<Result>) => {
    await time.advance(0)
    return asked
  }
  const store = (id: string) =>
    answers.set(cacheKey(list.source, {}), { items: [{ id, title: id, url: siteOf(id) }], at: time.now() }, hour)
  return {
    ...made,
    list,
    answers,
    store,
    ask: (maxAgeMs?: number) => settled(asker.ask(list, { maxAgeMs })),
    known: () => settled(asker.known(list)),
    refresh: () => settled(asker.refresh(list)),
    /** The stamp of a response that needs this list; asked for, or only looked up. */
    stamp: async (how: 'asked' | 'known') => {
      const reads = createVersionReads(time.now)
      await settled(how === 'asked' ? asker.ask(list, { versionReads: reads }) : asker.known(list, reads))
      return reads.stamp(1)
    },
    timesAsked: () => sites.timesAsked('a'),
  }
}

/** List `a`, for whose asks the test decides the outcomes; what is stored is as in `makeAsker`. */
function makeScripted() {
  const { upstream, schedule, metrics, time, list, store } = makeAsker()
  const outcomes: PromiseWithResolvers<Outcome<never>>[] = []
  const ask = () => {
    const outcome = Promise.withResolvers<Outcome<never>>()
    outcomes.push(outcome)
    return outcome.promise
  }
  const { cached, versions } = upstream
  const asker = createScheduledAsker({ upstream: { ask, cached, versions }, schedule, metrics, epochMs: time.now })
  const received = (state: 'fresh' | 'cached'): Outcome<never> => ({ state, items: [], at: new Date(time.now()) })
  return {
    ...{ schedule, list, store, time, outcomes, came: received },
    ask: () => asker.ask(list, {}),
    force: () => asker.ask(list, { maxAgeMs: 0 }),
    timesAsked: () => outcomes.length,
  }
}

describe('a forced list', () => {
  it('that failed is the same failure for clients that force it again within ten seconds, with the older list', async () => {
    const { ask, sites, time, timesAsked } = makeAsker()
    sites.says('a', 500, 'x', 500)
    const forced = () => ask(0)
    expect(await forced()).toMatchObject({ state: 'failed', failure: { kind: 'unavailable' } })
    await time.advance(second)
    expect(await forced()).toMatchObject({ state: 'failed', failure: { kind: 'unavailable' } })
    await time.advance(10 * second)
    await forced()
    await time.advance(10 * second)
    await forced()
    await time.advance(second)
    expect(await forced()).toMatchObject({ state: 'stale', items: [{ id: 'x' }], failure: { kind: 'unavailable' } })
    expect(timesAsked()).toBe(3)
  })

  it('is asked for again at once where another replica made it, or where forcing it was an error of ours', async () => {
    const { force, outcomes, came: received, timesAsked } = makeScripted()
    const first = force()
    outcomes[0]?.resolve(received('cached'))
    expect(await first).toMatchObject({ state: 'cached' })
    const second = force()
    outcomes[1]?.reject(new Error('a bug of ours'))
    await expect(second).rejects.toThrow('a bug of ours')
    void force()
    expect(timesAsked()).toBe(3)
    outcomes[2]?.resolve(received('fresh'))
    expect(await force()).toMatchObject({ state: 'fresh' })
    expect(timesAsked()).toBe(3)
  })

  it('is not asked for again because an earlier one, slower than ten seconds, was made by another replica', async () => {
    const { force, time, outcomes, came: received, timesAsked } = makeScripted()
    const slow = force()
    await time.advance(10 * second)
    void force()
    outcomes[0]?.resolve(received('cached'))
    await slow
    void force()
    expect(timesAsked()).toBe(2)
  })
})

describe('a list that is only looked up', () => {
  it('is none before the first answer, then the cached list of any age, without a request', async () => {
    const { ask, known, sites, time, timesAsked } = makeAsker()
    sites.says('a', 'x')
    expect([await known(), timesAsked()]).toEqual([undefined, 0])
    await ask()
    const at = new Date(time.now())
    await time.advance(hour)
    expect(await known()).toEqual({ state: 'cached', items: [expect.objectContaining({ id: 'x' })], at })
    expect(timesAsked()).toBe(1)
  })

  it('is the failure of the last look and when the next is due, with the older list if there is one', async () => {
    const { ask, known, sites, time } = makeAsker()
    sites.says('a', 500, 'x', 500)
    await ask()
    const failedAt = time.now()
    const failure = { kind: 'unavailable', retryAt: failedAt + 10 * second }
    for (const way of [known, ask]) expect(await way()).toMatchObject({ state: 'failed', failure })
    await ask(0)
    await time.advance(10 * second)
    await ask(0)
    const retryAt = time.now() + interval
    expect(await known()).toMatchObject({ state: 'stale', items: [{ id: 'x' }], failure: { ...failure, retryAt } })
  })
})

describe('a list that is asked for again, after the pause that its last failure began', () => {
  const blocked = { kind: 'blocked', detail: 'answered 403' } as const
  const lacking = { kind: 'unavailable', detail: 'answered 500' } as const

  it.each<[string, 'stale' | 'cached', Failure | undefined, Failure['kind'] | undefined]>([
    ['an old list has the failure of the last look', 'stale', undefined, 'blocked'],
    ['an old part says what it lacks', 'stale', lacking, 'unavailable'],
    ['a list that another replica stored meanwhile has none', 'cached', undefined, undefined],
  ])('%s', async (_what, state, failure, kind) => {
    const { ask, schedule, list, store, time, outcomes } = makeScripted()
    await store('x')
    const at = new Date(time.now())
    await time.advance(second)
    schedule.recordEnd(list, { state: 'failed', failure: blocked })
    await time.advance(interval)
    const asked = ask()
    await time.advance(0)
    outcomes[0]?.resolve({ state, items: [], at, failure })
    expect((await asked).failure?.kind).toBe(kind)
  })
})

describe('a list that another replica stored, and whose message was lost', () => {
  it.each(['ask', 'known'] as const)('is no longer failing here: %s', async (way) => {
    const made = makeAsker()
    made.sites.says('a', 500)
    await made.ask()
    await made.time.advance(second)
    await made.store('x')
    const outcome = await made[way]()
    expect(outcome).toMatchObject({ state: 'cached', items: [{ id: 'x' }] })
    expect(outcome).not.toHaveProperty('failure.kind')
    expect(made.timesAsked()).toBe(1)
  })

  it('is due an interval after it arrived, and the refresh that was due here makes no request', async () => {
    const { ask, refresh, schedule, list, store, sites, time, timesAsked } = makeAsker()
    sites.says('a', 500)
    await ask()
    await time.advance(20 * second)
    await store('x')
    const dueAt = time.now() + interval
    await time.advance(40 * second)
    await refresh()
    expect([timesAsked(), schedule.isFailing(list), schedule.dueAt(list)]).toEqual([1, false, dueAt])
  })
})

it('a refresh in the background that fails is no error of ours', async () => {
  const { refresh, errors, sites } = makeAsker()
  sites.says('a', 500)
  await refresh()
  expect(errors()).toEqual([])
})

describe('a response rendered from a list', () => {
  it.each(['asked', 'known'] as const)('is valid until the list is old or was refreshed: %s', async (how) => {
    const { ask, stamp, sites, time, upstream } = makeAsker()
    sites.says('a', 'x')
    await ask()
    const until = time.now() + interval
    await time.advance(second)
    const stamped = await stamp(how)
    expect(stamped?.until).toBe(until)
    expect(stamped && upstream.versions.isCurrent(stamped)).toBe(true)
    await ask(0)
    expect(stamped && upstream.versions.isCurrent(stamped)).toBe(false)
  })

  it('is valid until it comes again where an old or no list is only looked up', async () => {
    const { ask, stamp, sites, time } = makeAsker()
    sites.says('a', 'x')
    expect((await stamp('known'))?.until).toBe(Number.POSITIVE_INFINITY)
    await ask()
    await time.advance(interval)
    expect((await stamp('known'))?.until).toBe(Number.POSITIVE_INFINITY)
  })

  it('is valid until the pause after a failure ends, which is longer where an older list serves', async () => {
    const { ask, stamp, sites, time } = makeAsker()
    sites.says('a', 500, 'x', 500)
    await ask()
    expect((await stamp('asked'))?.until).toBe(time.now() + 10 * second)
    await ask(0)
    await time.advance(10 * second)
    await ask(0)
    expect((await stamp('asked'))?.until).toBe(time.now() + interval)
  })
})

const noon = Date.parse('2026-01-05T12:00:00+08:00')

it('a list is fresh for its interval', () => {
  expect(freshMs({ interval: 600 }, noon)).toBe(600_000)
  expect(freshMs({ interval: 600, isOfToday: false }, noon - 12 * hour)).toBe(600_000)
})

it('a list of what is of one day in China is fresh until midnight there', () => {
  const list = { interval: 6 * 3600, isOfToday: true }
  expect(freshMs(list, noon)).toBe(6 * hour)
  expect(freshMs(list, noon - 7 * hour)).toBe(5 * hour + 1)
  expect(freshMs(list, noon - 12 * hour)).toBe(1)
  expect(freshMs(list, noon - 12 * hour - 1)).toBe(6 * hour)
})
