// Answers shared over a real Redis: which one is kept, and how the other replicas get it.
import { describe, expect, it, vi } from 'vitest'
import { makeSharing, makeSource, startReplicas } from '../../test/kit/redis.ts'
import { cacheKey } from '../upstream/cache/answer-entry.ts'

async function startPair(how: readonly Parameters<typeof makeSharing>[1][] = []) {
  const { server, replicas } = await startReplicas(2)
  const [a = expect.fail(), b = expect.fail()] = replicas.map((replica, at) => makeSharing(replica, how[at]))
  return { server, a, b }
}

const hour = 60 * 60_000

describe('an answer that one replica got', () => {
  it('serves the other without asking, with its time and what it lacks', async () => {
    const { a, b } = await startPair()
    const { source, asked } = makeSource(() => ['x', '你好 \ud83d\ude00'])
    const first = await a.upstream.ask(source, 'q', {})
    if (first.state === 'failed') return expect.unreachable()
    expect(await b.upstream.isAvailable(source, 'q')).toBe(true)
    expect(await b.upstream.ask(source, 'q', {})).toEqual({ state: 'cached', items: first.items, at: first.at })
    expect(b.own.peek(cacheKey(source, 'q'))).toMatchObject({ items: ['x', '你好 \ud83d\ude00'] })
    expect(asked).toHaveLength(1)
  })

  it('lies compressed in Redis when it is large, and not for longer than it may serve or a day', async () => {
    const { server, a, b } = await startPair()
    const many = Array.from({ length: 500 }, (_, at) => `the item number ${at}`)
    const { source } = makeSource(() => many, { freshMs: 30 * 60_000, staleMs: hour })
    await a.upstream.ask(source, 'q', {})
    const key = `trawl:2:answer:${cacheKey(source, 'q')}`
    expect(await server.client.hstrlen(key, 'v')).toBeLessThan(JSON.stringify(many).length / 2)
    expect(await server.client.pttl(key)).toBeGreaterThan(1.5 * hour - 10_000)
    expect(await server.client.pttl(key)).toBeLessThanOrEqual(1.5 * hour)
    const lasting = makeSource(() => ['x'], { freshMs: 100 * hour }, 'lasting')
    await a.upstream.ask(lasting.source, 'q', {})
    expect(await server.client.pttl('trawl:2:answer:lasting "q"')).toBeLessThanOrEqual(24 * hour)
    expect(await b.upstream.ask(source, 'q', {})).toMatchObject({ items: many })
  })

  it('is asked for anew where its items are not what the source gives now', async () => {
    const { a, b } = await startPair()
    const { source, asked } = makeSource((_query, count) => [`x${count}`])
    await a.upstream.ask(source, 'q', {})
    const changed = { ...source, isItem: (item: unknown) => item !== 'x1' }
    expect(await b.upstream.ask(changed, 'q', {})).toMatchObject({ state: 'fresh', items: ['x2'] })
    expect(asked).toHaveLength(2)
  })

  it('replaces an older one on all replicas at once, and outdates what was rendered from it', async () => {
    const { a, b } = await startPair()
    const { source } = makeSource((_query, count) => [`x${count}`])
    await a.upstream.ask(source, 'q', {})
    await b.upstream.ask(source, 'q', {})
    const changed: number[] = []
    b.upstream.versions.onChange((slot) => void changed.push(slot))
    const before = b.upstream.versions.of(cacheKey(source, 'q'))
    await a.upstream.ask(source, 'q', { maxAgeMs: 0 })
    await vi.waitFor(() => expect(changed).toEqual([before.slot]))
    expect(b.upstream.versions.of(cacheKey(source, 'q')).version).toBe(before.version + 1)
    expect(await b.upstream.cached(source, 'q')).toMatchObject({ items: ['x2'] })
  })

  it('serves waiting replicas even if it may not be cached', async () => {
    const { a, b } = await startPair()
    const reply = Promise.withResolvers<string[]>()
    const { source, asked } = makeSource(() => reply.promise, { freshMs: 0, staleMs: 0 })
    const ofA = a.upstream.ask(source, 'q', {})
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const ofB = b.upstream.ask(source, 'q', {})
    await vi.waitFor(async () => expect(await b.metrics.text()).toContain('trawl_fleet_asks_waiting 1'))
    reply.resolve(['x'])
    expect(await Promise.all([ofA, ofB])).toMatchObject([
      { items: ['x'] },
      { state: expect.stringMatching(/^(?:fresh|cached)$/), items: ['x'] },
    ])
    expect(asked).toHaveLength(1)
    expect(b.own.peek(cacheKey(source, 'q'))).toBeUndefined()
  })

  it('counts as newer even if the clock of the other replica is ahead', async () => {
    const { a, b } = await startPair([{}, { epochMs: () => Date.now() + 2 * 60_000 }])
    const { source } = makeSource((_query, count) => [`x${count}`])
    await b.upstream.ask(source, 'q', {})
    const end = Date.now() + 20
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(end), { interval: 5 })
    await a.upstream.ask(source, 'q', { maxAgeMs: 0 })
    const changed = () => b.upstream.cached(source, 'q')
    await vi.waitFor(async () => expect(await changed()).toMatchObject({ items: ['x2'] }))
    expect(await a.upstream.cached(source, 'q')).toMatchObject({ items: ['x2'] })
  })
})

describe('of two answers', () => {
  /** The ask of an answer, which was locked so many milliseconds ago. */
  const locked = (agoMs: number) => ({ token: 'X 1', lockedAt: Date.now() - agoMs })
  const answer = (text: string, ageMs = 0) => ({ entry: { items: [text], at: Date.now() - ageMs }, forMs: hour })

  it('the one of the later lock is kept, and replaces the other', async () => {
    const { a, b } = await startPair()
    expect(await a.answers.store('site q', answer('later', 1_000), locked(2_000))).toBeUndefined()
    expect(await b.answers.store('site q', answer('earlier'), locked(60_000))).toMatchObject({ items: ['later'] })
    expect(await b.answers.get('site q')).toMatchObject({ items: ['later'] })
    expect(await b.answers.store('site q', answer('last'), locked(500))).toBeUndefined()
    await vi.waitFor(async () => expect(await a.answers.get('site q')).toMatchObject({ items: ['last'] }))
  })

  it('the one that was given later stays', async () => {
    const { a, b } = await startPair()
    await a.answers.set('site q', answer('later').entry, hour)
    await b.answers.set('site q', answer('earlier', 60_000).entry, hour)
    expect(await b.answers.get('site q')).toMatchObject({ items: ['later'] })
    expect(await a.answers.get('site q')).toMatchObject({ items: ['later'] })
  })

  it('the latest counts everywhere when replicas have been alone, although Redis was emptied', async () => {
    const { a, b, server } = await startPair()
    const lines = [a.line, b.line]
    await a.answers.set('site q', answer('old', 60_000).entry, hour)
    await server.kill()
    await vi.waitFor(() => expect(lines.map((line) => line.isUp())).toEqual([false, false]))
    await b.answers.set('site q', answer('new').entry, hour)
    expect(await a.answers.get('site q')).toMatchObject({ items: ['old'] })
    await server.restart()
    await vi.waitFor(() => expect(lines.map((line) => line.isUp())).toEqual([true, true]))
    expect(await a.answers.get('site q')).toMatchObject({ items: ['old'] })
    expect(await b.answers.get('site q')).toMatchObject({ items: ['new'] })
    await vi.waitFor(async () => expect(await a.answers.get('site q')).toMatchObject({ items: ['new'] }))
  })

  it('an answer that Redis lost is restored by the replica that serves it', async () => {
    const { a, b, server } = await startPair()
    await a.answers.set('site q', answer('x').entry, hour)
    await server.client.flushall()
    // An answer in memory that equals the one in Redis is not looked up.
    expect(await a.answers.get('site q')).toMatchObject({ items: ['x'] })
    expect(await b.answers.get('site q')).toBeUndefined()
    await server.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await vi.waitFor(() => expect(a.line.isUp()).toBe(false), { interval: 1 })
    await vi.waitFor(() => expect([a.line.isUp(), b.line.isUp()]).toEqual([true, true]))
    await a.answers.get('site q')
    expect(await b.answers.get('site q')).toMatchObject({ items: ['x'] })
  })
})

describe('what cannot be shared', () => {
  it('counts as missing and is logged once when its format is unknown', async () => {
    const { a, b, server } = await startPair()
    const { source, asked } = makeSource(() => ['x'])
    const garbage = ['', '{', '[]', '{"at":1}', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2]), Buffer.alloc(3_000, 7)]
    for (const [at, value] of garbage.entries())
      await server.client.hset(`trawl:2:answer:site "q${at}"`, 'v', value, 'a', '1', 't', `${Date.now()}`, 'h', '')
    for (const at of garbage.keys()) await a.upstream.ask(source, `q${at}`, {})
    expect(asked).toHaveLength(garbage.length)
    expect(a.lines.filter((line) => line.includes('unknown format'))).toHaveLength(1)
    // The new answers have replaced the unreadable ones.
    expect(await b.upstream.ask(source, 'q0', {})).toMatchObject({ state: 'cached', items: ['x'] })
  })

  it('is not cached when it cannot be written as JSON, and stays on its replica when it is too large', async () => {
    const { a, b } = await startPair()
    await a.answers.set('site q', { items: [1n], at: Date.now() }, hour)
    expect(await a.answers.get('site q')).toBeUndefined()
    expect(await b.answers.get('site q')).toBeUndefined()
    expect(a.lines.join()).toContain('cannot be written as JSON')
    // Random data, which cannot be compressed.
    const large = Array.from({ length: 400_000 }, () => `${Math.random()}${Math.random()}${Math.random()}`)
    await a.answers.set('site r', { items: large, at: Date.now() }, hour)
    expect(await b.answers.get('site r')).toBeUndefined()
    expect(a.line.isUp()).toBe(true)
  })
})
