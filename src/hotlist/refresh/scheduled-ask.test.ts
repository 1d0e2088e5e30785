// Scheduled fetching of lists: fresh, stale, forced, failing and partial.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { itemsIn, makeHotLists, type Rows, siteOf, staying } from '../../../test/kit/hot-lists.ts'

/** One list `a`, and a function that fetches it and summarizes the outcome. */
function makeOne(row: Rows[string] = {}) {
  const made = makeHotLists({ a: row })
  const { lists, list, sites, time } = made
  const ask = async (how: { readonly force?: boolean; readonly signal?: AbortSignal } = {}) => {
    const answer = lists.one(list('a'), { force: false, signal: staying(), ...how })
    await time.advance(0)
    return answer
  }
  const words = async (how?: { readonly force?: boolean }) => (await ask(how)).items.map((item) => item?.id).join(' ')
  return { ...made, ask, words, timesAsked: () => sites.timesAsked('a') }
}

/** Lists `a` and `b` on the same host. */
function makeHostOfTwo() {
  const ask: NonNullable<Rows[string]['ask']> = async (io) => itemsIn(await io.text(siteOf('a')))
  const made = makeHotLists({ a: { ask }, b: { ask } })
  const asking = async (id: string) => {
    const answer = made.lists.one(made.list(id), { force: false, signal: staying() })
    await made.time.advance(0)
    return answer
  }
  const words = async () => (await asking('b')).items.map((item) => item?.id).join(' ')
  return { ...made, ask: () => asking('a'), words, timesAsked: () => made.sites.timesAsked('a') }
}

const second = 1_000
const hour = 3_600 * second
const interval = 60 * second

describe('a list', () => {
  it('within its interval is served without asking anybody, and says so', async () => {
    const { ask, sites, time, metrics, timesAsked } = makeOne()
    sites.says('a', 'x y')
    const at = new Date(time.now())
    expect(await ask()).toMatchObject({ isCached: false, isStale: false, at })
    await time.advance(interval - 1)
    for (let count = 0; count < 3; count += 1) expect(await ask()).toMatchObject({ isCached: true, isStale: false, at })
    expect([timesAsked(), metrics.cacheHitRate()]).toEqual([1, 0.75])
  })

  it('that is older is served at once as stale while one look runs, whose result serves the next', async () => {
    const { ask, sites, time, timesAsked } = makeOne()
    const reply = Promise.withResolvers<string>()
    sites.says('a', 'x y', reply.promise)
    await ask()
    const at = new Date(time.now())
    await time.advance(interval)
    expect(await ask()).toMatchObject({ isCached: true, isStale: true, at, tookMs: 0 })
    expect(await ask()).toMatchObject({ isCached: true, isStale: true, at })
    reply.resolve('new')
    await time.advance(0)
    const answer = await ask()
    expect(answer).toMatchObject({ isCached: true, isStale: false, at: new Date(at.getTime() + interval) })
    expect(answer.items).toMatchObject([{ id: 'new' }])
    expect(answer).not.toHaveProperty('failure')
    expect(timesAsked()).toBe(2)
  })
})

describe('a forced list', () => {
  it('is requested once in ten seconds however many clients force it, and all get the same result', async () => {
    const { ask, words, sites, time, timesAsked } = makeOne()
    const reply = Promise.withResolvers<string>()
    sites.says('a', reply.promise, 'two')
    const asks = Array.from({ length: 20 }, () => ask({ force: true }))
    reply.resolve('one')
    for (const answer of await Promise.all(asks))
      expect(answer).toMatchObject({ items: [{ id: 'one' }], isCached: false })
    await time.advance(10 * second - 1)
    expect(await words({ force: true })).toBe('one')
    expect(timesAsked()).toBe(1)
    await time.advance(1)
    expect(await words({ force: true })).toBe('two')
    expect(timesAsked()).toBe(2)
  })

  it('that arrived before another client forced it is served from the cache', async () => {
    const { ask, sites, time, metrics } = makeOne()
    sites.says('a', 'x')
    const at = new Date(time.now())
    expect(await ask({ force: true })).toMatchObject({ isCached: false, at })
    await time.advance(second)
    expect(await ask({ force: true })).toMatchObject({ isCached: true, isStale: false, at })
    expect(metrics.cacheHitRate()).toBe(0.5)
  })

  it('is requested although the cached list is fresh, and then serves clients that do not force it', async () => {
    const { words, sites, timesAsked } = makeOne()
    sites.says('a', 'one', 'two')
    expect(await words()).toBe('one')
    expect(await words({ force: true })).toBe('two')
    expect(await words()).toBe('two')
    expect(timesAsked()).toBe(2)
  })

  it('comes to the others when the one who began it leaves', async () => {
    const { ask, sites, timesAsked } = makeOne()
    const reply = Promise.withResolvers<string>()
    sites.says('a', reply.promise)
    const leaving = new AbortController()
    const began = ask({ force: true, signal: leaving.signal })
    const joined = ask({ force: true })
    leaving.abort()
    reply.resolve('x')
    expect(await joined).toMatchObject({ items: [{ id: 'x' }] })
    await began
    expect(sites.left).toEqual([])
    expect(timesAsked()).toBe(1)
  })

  it('that fails is served stale with the failure, and without an older one is a failure', async () => {
    const { ask, sites, time } = makeOne()
    sites.says('a', 500, 'x', 500)
    expect(await ask({ force: true })).toMatchObject({ items: [], failure: { kind: 'unavailable' } })
    await time.advance(10 * second)
    const at = new Date(time.now())
    expect(await ask({ force: true })).toMatchObject({ items: [{ id: 'x' }], at })
    await time.advance(10 * second)
    // Still within its interval, but a failing source serves its last good list as stale at any age (contract).
    expect(await ask({ force: true })).toMatchObject({
      items: [{ id: 'x' }],
      at,
      isCached: true,
      isStale: true,
      failure: { kind: 'unavailable' },
    })
    await time.advance(interval)
    expect(await ask({ force: true })).toMatchObject({ isStale: true, at, failure: { kind: 'unavailable' } })
  })

  it('is asked for also in the pause after a failure', async () => {
    const { ask, words, sites } = makeOne()
    sites.says('a', 500, 'x')
    await ask()
    expect(await words()).toBe('')
    expect(await words({ force: true })).toBe('x')
  })
})

describe('a list that fails', () => {
  /** Seconds from the first failure at which the list is requested while a client asks every second. */
  async function timesOfAsks({ ask, time, timesAsked }: ReturnType<typeof makeOne>, forSeconds: number) {
    const times: number[] = []
    for (let at = 0; at <= forSeconds; at += 1) {
      const before = timesAsked()
      await ask()
      if (timesAsked() > before) times.push(at)
      await time.advance(second)
    }
    return times
  }

  it('never more often than its breaker lets through, and is served its last failure meanwhile', async () => {
    const one = makeOne({ interval: 30 })
    one.sites.says('a', { status: 429, headers: { 'retry-after': '600' } })
    expect(await timesOfAsks(one, 598)).toEqual([0])
    expect(await one.ask()).toMatchObject({ failure: { kind: 'open', detail: expect.stringContaining('blocked') } })
  })

  it('is a line in the log when it begins to fail and when it is back, and none in between', async () => {
    const one = makeOne()
    one.sites.says('a', 'x', 500, 500, 500, 'y')
    await one.ask()
    await one.time.advance(interval)
    await timesOfAsks(one, 900)
    expect(one.lines.map(({ level, source, kind, msg }) => [level, source, kind, msg])).toEqual([
      [40, 'a', 'unavailable', 'hot list is failing; serving the last good list if there is one'],
      [30, 'a', undefined, 'hot list recovered'],
    ])
  })

  it('whose forced refresh failed shows the failure to the next client, although the list before it is young', async () => {
    const { ask, sites, time } = makeOne()
    sites.says('a', 'x', 500)
    await ask()
    await time.advance(20 * second)
    const failing = { items: [{ id: 'x' }], isStale: true, failure: { kind: 'unavailable' } }
    expect(await ask({ force: true })).toMatchObject(failing)
    expect(await ask()).toMatchObject({ ...failing, isCached: true })
  })

  it('forced is a new list, not a new visitor: what its source remembers serves on', async () => {
    let visitors = 0
    const { ask, time } = makeOne({
      async ask(io) {
        const make = async () => {
          visitors += 1
          return `visitor ${visitors}`
        }
        const visitor = await io.remembered({ key: 'visitor', forMs: hour, shape: z.string(), make })
        return [{ id: visitor, title: visitor, url: 'https://a.test/' }]
      },
    })
    await ask()
    await time.advance(20 * second)
    expect(await ask({ force: true })).toMatchObject({ isCached: false, items: [{ id: 'visitor 1' }] })
    expect(visitors).toBe(1)
  })
})

describe('a list whose host is left alone', () => {
  const away = { status: 429, headers: { 'retry-after': '600' } }

  it('says when its host may be asked again', async () => {
    const { ask, sites, time } = makeOne({ interval: 30 })
    sites.says('a', away)
    const retryAt = time.now() + 600 * second
    expect(await ask()).toMatchObject({ failure: { kind: 'blocked', retryAt } })
    await time.advance(60 * second)
    expect(await ask()).toMatchObject({ failure: { kind: 'open', retryAt } })
  })

  it('is tried when somebody forces it, once in ten seconds over all lists of the host', async () => {
    const { ask, lists, list, words, sites, time, timesAsked } = makeHostOfTwo()
    sites.says('a', away, away, 'x')
    await ask()
    const force = async (id: string) => {
      const asked = lists.one(list(id), { force: true, signal: staying() })
      await time.advance(0)
      return asked
    }
    expect(await force('b')).toMatchObject({ failure: { kind: 'blocked' } })
    expect(await force('a')).toMatchObject({ failure: { kind: 'open' } })
    expect(timesAsked()).toBe(2)
    await time.advance(10 * second)
    expect(await force('b')).toMatchObject({ isCached: false, items: [{ id: 'x' }] })
    await time.advance(60 * second)
    expect(await words()).toBe('x')
  })

  it('and whose cached list is young is requested again when the pause ends', async () => {
    const { ask, sites, time } = makeOne({ interval: 3_600 })
    sites.says('a', 'x', { status: 429, headers: { 'retry-after': '60' } }, 'y')
    await ask()
    await time.advance(20 * second)
    expect(await ask({ force: true })).toMatchObject({ items: [{ id: 'x' }], failure: { kind: 'blocked' } })
    await time.advance(60 * second)
    await ask()
    const after = await ask()
    expect(after.items).toMatchObject([{ id: 'y' }])
    expect(after).not.toHaveProperty('failure')
  })
})

describe('a part of a list', () => {
  const inParts: Rows[string] = {
    interval: 600,
    async ask(io) {
      const pages = await io.some([io.text(siteOf('a')), io.text(siteOf('b'))])
      return itemsIn(pages.join(' '))
    },
  }

  it('is served with what it lacks, and not asked for again before its interval is over', async () => {
    const { ask, sites, time, timesAsked } = makeOne(inParts)
    sites.says('a', 'x')
    sites.says('b', 500)
    expect(await ask()).toMatchObject({ items: [{ id: 'x' }], failure: { kind: 'unavailable' }, isCached: false })
    await time.advance(600 * second - 1)
    expect(await ask()).toMatchObject({ items: [{ id: 'x' }], failure: { kind: 'unavailable' }, isStale: false })
    expect(timesAsked()).toBe(1)
    sites.says('b', 'y')
    await time.advance(1)
    await ask()
    const whole = await ask()
    expect(whole.items).toHaveLength(2)
    expect(whole).not.toHaveProperty('failure')
  })
})

it('a list that a second upstream served notes the failure of the first one in the statistics, and has none itself', async () => {
  const { ask, sites, statistics } = makeOne({
    ask: (io) => io.firstOf(['a', 'b'].map((id) => async (within) => itemsIn(await within.text(siteOf(id))))),
  })
  sites.says('a', 403)
  sites.says('b', 'x')
  const answer = await ask()
  expect(answer).toMatchObject({ items: [{ id: 'x' }], isCached: false })
  expect(answer).not.toHaveProperty('failure')
  expect(statistics.of('a')).toMatchObject({ asks: 1, good: 1, failures: { blocked: 1 } })
  expect(statistics.failures()).toMatchObject([{ source: 'a', kind: 'blocked' }])
  expect(statistics.health('a')).toBe('degraded')
})
