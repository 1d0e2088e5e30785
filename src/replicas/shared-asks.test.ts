// Asks of three replicas over a real Redis: which one asks, which wait, and what they get.
import { describe, expect, it, vi } from 'vitest'
import { impatient, joinReplica, makeSharing, makeSource, startReplicas } from '../../test/kit/redis.ts'
import { UpstreamError } from '../upstream/errors.ts'

type Sharing = ReturnType<typeof makeSharing>

/** Three replicas, of which the first may have other settings. */
async function startThree(howFirst: Parameters<typeof makeSharing>[1] = {}) {
  const { server, replicas } = await startReplicas(3)
  const [a = expect.fail(), b = expect.fail(), c = expect.fail()] = replicas.map((replica, at) =>
    makeSharing(replica, at === 0 ? howFirst : {}),
  )
  return { server, all: [a, b, c], a, b, c }
}

/** Liveness that is not renewed: this is how a dead replica looks to the others. */
const dying = { times: { expiryMs: 200, renewMs: 60_000 } }

/**
 * The state of an outcome that another replica fetched: on a busy machine a replica may find the stored answer before
 * the message about it, and calls it cached.
 */
const fetched: unknown = expect.stringMatching(/^(?:fresh|cached)$/)

/** The sum of the counters of all replicas. */
async function countOf(replicas: readonly Sharing[], name: string): Promise<number> {
  const texts = await Promise.all(replicas.map(({ metrics }) => metrics.text()))
  return texts.reduce((sum, text) => sum + Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]), 0)
}

/** Waits until this number of asks wait for another replica. */
async function untilWaiting(replicas: readonly Sharing[], count: number): Promise<void> {
  await vi.waitFor(async () => expect(await countOf(replicas, 'trawl_fleet_asks_waiting')).toBe(count))
}

describe('a query that three replicas are asked at once', () => {
  it('is asked once, fifty of them too, and all get the same', async () => {
    const { all } = await startThree()
    const allWait = Promise.withResolvers<void>()
    const { source, asked } = makeSource(async (query) => {
      await allWait.promise
      return [`${query}!`]
    })
    const queries = Array.from({ length: 50 }, (_, at) => `q${at}`)
    const asks = queries.flatMap((query) => all.map(({ upstream }) => upstream.ask(source, query, {})))
    await untilWaiting(all, 100)
    allWait.resolve()
    const outcomes = await Promise.all(asks)
    expect(asked.toSorted()).toEqual(queries.toSorted())
    for (const [at, outcome] of outcomes.entries())
      expect(outcome).toMatchObject({ state: fetched, items: [`q${Math.floor(at / 3)}!`] })
    expect(await countOf(all, 'trawl_fleet_asks_saved')).toBe(100)
    expect(await countOf(all, 'trawl_fleet_asks_waiting')).toBe(0)
    expect(all.flatMap(({ heard }) => heard)).toHaveLength(50)
  })

  it('reaches all replicas at once, each source of a search separately', async () => {
    const { a, b } = await startThree()
    const replies = { slow: Promise.withResolvers<string[]>(), quick: Promise.withResolvers<string[]>() }
    const slow = makeSource(() => replies.slow.promise, {}, 'slow')
    const quick = makeSource(() => replies.quick.promise, {}, 'quick')
    const spread = { parallel: 10, deadlineMs: 20_000 }
    const search = ({ upstream }: Sharing) => upstream.gather([slow.source, quick.source], 'q', spread)
    const ofA = search(a)
    const first = ofA.next()
    await vi.waitFor(() => expect([...slow.asked, ...quick.asked]).toHaveLength(2))
    const ofB = search(b)
    const seen = ofB.next()
    await untilWaiting([b], 2)
    replies.quick.resolve(['x'])
    expect((await first).value?.[0].id).toBe('quick')
    expect(await seen).toMatchObject({ value: [{ id: 'quick' }, { state: fetched, items: ['x'] }] })
    const last = ofB.next()
    replies.slow.resolve(['y'])
    expect(await last).toMatchObject({ value: [{ id: 'slow' }, { state: fetched, items: ['y'] }] })
    expect([slow.asked, quick.asked]).toEqual([['q'], ['q']])
    await ofA.return(undefined)
    await ofB.return(undefined)
  })

  it('fails on all replicas after one request', async () => {
    const { all } = await startThree()
    const othersWait = Promise.withResolvers<void>()
    const { source, asked } = makeSource(async () => {
      await othersWait.promise
      throw new UpstreamError('unavailable', 'down for repair')
    })
    const asks = all.map(({ upstream }) => upstream.ask(source, 'q', {}))
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await untilWaiting(all, 2)
    othersWait.resolve()
    const outcomes = await Promise.all(asks)
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ state: 'failed', failure: { kind: 'unavailable', detail: 'down for repair' } })
    expect(asked).toHaveLength(1)
    // A failure that may be temporary is asked again by the next caller.
    await all[1]?.upstream.ask(source, 'q', {})
    expect(asked).toHaveLength(2)
  })

  it('is asked by a waiting replica when the asking one aborts', async () => {
    const { a, b } = await startThree()
    const leaving = new AbortController()
    const given = Promise.withResolvers<never>()
    leaving.signal.addEventListener('abort', () => given.reject(new UpstreamError('timeout', 'given up')))
    const { source, asked } = makeSource((_query, count) => (count === 1 ? given.promise : ['x']))
    const ofA = a.upstream.ask(source, 'q', { signal: leaving.signal })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const ofB = b.upstream.ask(source, 'q', {})
    await untilWaiting([b], 1)
    leaving.abort()
    expect(await ofB).toMatchObject({ state: 'fresh', items: ['x'] })
    // The test must not wait for the lock to expire.
    expect(await ofA).toMatchObject({ state: 'failed' })
    expect(asked).toHaveLength(2)
  })

  it('is awaited only while a caller needs it', async () => {
    const { a, b } = await startThree()
    const reply = Promise.withResolvers<string[]>()
    const { source, asked } = makeSource(() => reply.promise)
    const ofA = a.upstream.ask(source, 'q', {})
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const leaving = new AbortController()
    const ofB = b.upstream.ask(source, 'q', { signal: leaving.signal })
    leaving.abort()
    expect(await ofB).toMatchObject({ state: 'failed' })
    await untilWaiting([b], 0)
    expect(b.heard).toEqual([])
    reply.resolve(['x'])
    expect(await ofA).toMatchObject({ state: 'fresh' })
  })
})

describe('an ask of a replica that dies', () => {
  it('is repeated by another replica after the lock expired', async () => {
    const { a, b, c } = await startThree(dying)
    const never = new Promise<string[]>(() => undefined)
    const { source, asked } = makeSource((_query, count) => (count === 1 ? never : ['x']))
    void a.upstream.ask(source, 'q', {})
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const outcomes = await Promise.all([b, c].map(({ upstream }) => upstream.ask(source, 'q', {})))
    expect(outcomes).toMatchObject(Array(2).fill({ state: fetched, items: ['x'] }))
    expect(asked).toHaveLength(2)
  })

  it('of a replica that only slept is too late: the newer answer is kept and serves it too', async () => {
    const { a, b, c } = await startThree(dying)
    const late = Promise.withResolvers<string[]>()
    const { source, asked } = makeSource((_query, count) => (count === 1 ? late.promise : ['newer']))
    const ofA = a.upstream.ask(source, 'q', {})
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(await b.upstream.ask(source, 'q', {})).toMatchObject({ state: 'fresh', items: ['newer'] })
    late.resolve(['older'])
    expect(await ofA).toMatchObject({ state: 'fresh', items: ['newer'] })
    for (const { upstream } of [a, b, c])
      expect(await upstream.ask(source, 'q', {})).toMatchObject({ state: 'cached', items: ['newer'] })
    expect(asked).toHaveLength(2)
  })

  it('of a replica that only slept does not share its failure', async () => {
    const { a, b, c } = await startThree(dying)
    const late = Promise.withResolvers<string[]>()
    const { source, asked } = makeSource((_query, count) => (count === 1 ? late.promise : ['newer']))
    const ofA = a.upstream.ask(source, 'q', {})
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await b.upstream.ask(source, 'q', {})
    late.reject(new UpstreamError('mismatch', 'nonsense'))
    expect(await ofA).toMatchObject({ state: 'failed' })
    await vi.waitFor(() => expect(c.learned.map(([, { state }]) => state)).toEqual(['fresh']))
  })
})

describe('a lock that Redis granted after its caller had given up', () => {
  it('holds nobody up', async () => {
    const { server, replicas } = await startReplicas(2, impatient)
    const [a, b] = replicas.map((replica) => makeSharing(replica))
    const lines = [a, b].map((one) => one?.line)
    const { source, asked } = makeSource((_query, count) => [`x${count}`], { freshMs: 0, staleMs: 0 })
    server.signal('SIGSTOP')
    expect(await a?.upstream.ask(source, 'q', {})).toMatchObject({ items: ['x1'] })
    server.signal('SIGCONT')
    await vi.waitFor(() => expect(lines.map((line) => line?.isUp())).toEqual([true, true]))
    expect(await b?.upstream.ask(source, 'q', {})).toMatchObject({ state: 'fresh', items: ['x2'] })
    expect(asked).toHaveLength(2)
    // Otherwise the lock would be held for as long as the replica lives, and the ask would still wait.
    const holder = await server.client.get('trawl:2:lock:site "q"')
    expect(holder === null || (await server.client.exists(`trawl:2:alive:${holder.split(' ')[0]}`)) === 0).toBe(true)
  })
})

describe('a forced ask', () => {
  it('within ten seconds of another gets the same answer, on any replica', async () => {
    const { a, b, c } = await startThree()
    const { source, asked } = makeSource((_query, count) => [`x${count}`])
    const force = ({ upstream }: Sharing) => upstream.ask(source, 'q', { maxAgeMs: 0, allowsRemembered: true })
    await a.upstream.ask(source, 'q', {})
    // The answer of an ask that was not forced is not new enough.
    expect(await force(b)).toMatchObject({ state: 'fresh', items: ['x2'] })
    expect(await force(c)).toMatchObject({ state: 'cached', items: ['x2'] })
    expect(await force(a)).toMatchObject({ state: 'cached', items: ['x2'] })
    expect(asked).toHaveLength(2)
    expect(await a.upstream.ask(source, 'q', {})).toMatchObject({ state: 'cached', items: ['x2'] })
  })

  it('is made again after ten seconds', async () => {
    const { a, b, server } = await startThree()
    const { source, asked } = makeSource((_query, count) => [`x${count}`])
    await a.upstream.ask(source, 'q', { maxAgeMs: 0 })
    const [key = ''] = await server.client.keys('*answer*')
    await server.client.hincrby(key, 't', -10_001)
    expect(await b.upstream.ask(source, 'q', { maxAgeMs: 0 })).toMatchObject({ state: 'fresh', items: ['x2'] })
    expect(asked).toHaveLength(2)
  })

  it('in vain is not made again by the next within ten seconds either', async () => {
    const { a, b } = await startThree()
    const { source, asked } = makeSource((_query, count) => {
      if (count === 1) return ['x']
      throw new UpstreamError('unavailable', 'down for repair')
    })
    await a.upstream.ask(source, 'q', {})
    for (const { upstream } of [a, b])
      expect(await upstream.ask(source, 'q', { maxAgeMs: 0 })).toMatchObject({
        state: 'stale',
        items: ['x'],
        failure: { kind: 'unavailable' },
      })
    expect(asked).toHaveLength(2)
  })

  it('in flight serves other forced asks', async () => {
    const { all } = await startThree()
    const othersWait = Promise.withResolvers<void>()
    const { source, asked } = makeSource(async (_query, count) => {
      await othersWait.promise
      return [`x${count}`]
    })
    const asks = all.map(({ upstream }) => upstream.ask(source, 'q', { maxAgeMs: 0 }))
    // The asking replica no longer counts as waiting.
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await untilWaiting(all, 2)
    othersWait.resolve()
    const outcomes = await Promise.all(asks)
    expect(outcomes).toMatchObject(Array(3).fill({ state: fetched, items: ['x1'] }))
    expect(asked).toHaveLength(1)
  })
})

describe('what others learn', () => {
  it('is how asks ended, so that what is so for now is not asked again', async () => {
    const { a, b, c } = await startThree()
    const { source, asked } = makeSource(() => {
      throw new UpstreamError('mismatch', 'no preview')
    })
    await a.upstream.ask(source, 'q', {})
    await vi.waitFor(() => expect([...b.learned, ...c.learned]).toHaveLength(2))
    expect(b.learned).toEqual([['site', { state: 'failed', failure: { kind: 'mismatch', detail: 'no preview' } }]])
    expect(await b.upstream.isAvailable(source, 'q')).toBe(true)
    expect(await b.upstream.ask(source, 'q', {})).toMatchObject({ state: 'failed', failure: { kind: 'mismatch' } })
    // Each replica counts its own asks.
    expect([a.heard.length, b.heard.length, a.learned.length]).toEqual([1, 0, 0])
    expect(asked).toHaveLength(1)
  })

  it('is found by a replica that missed the message', async () => {
    const { a, server } = await startThree()
    const { source, asked } = makeSource(() => {
      throw new UpstreamError('mismatch', 'no preview')
    })
    await a.upstream.ask(source, 'q', {})
    const late = makeSharing(await joinReplica(server, 'D'))
    expect(await late.upstream.ask(source, 'q', {})).toMatchObject({ state: 'failed', failure: { kind: 'mismatch' } })
    expect(late.learned).toMatchObject([['site', { state: 'failed' }]])
    expect(asked).toHaveLength(1)
  })

  it('is a part of an answer as a part', async () => {
    const { a, b } = await startThree()
    const { source, asked } = makeSource(() => ['x'], {})
    const part = {
      ...source,
      ask: async (query: string, io: Parameters<typeof source.ask>[1]) =>
        await io
          .some([source.ask(query, io), Promise.reject(new UpstreamError('timeout', 'no second page'))])
          .then((all) => all.flat()),
    }
    await a.upstream.ask(part, 'q', {})
    await vi.waitFor(() =>
      expect(b.learned).toMatchObject([['site', { state: 'fresh', failure: { kind: 'timeout' } }]]),
    )
    expect(await b.upstream.ask(part, 'q', {})).toMatchObject({ state: 'cached', failure: { kind: 'timeout' } })
    expect(asked).toHaveLength(1)
  })
})
