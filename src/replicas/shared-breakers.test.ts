// Shared breakers of three replicas over a real Redis: open on all, one trial for all, closed on all.
import { expect, it, vi } from 'vitest'
import { joinReplica, startReplicas, type TestReplica } from '../../test/kit/replica-lines.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../upstream/host/circuit-breaker.ts'
import { createSharedBreakers } from './shared-breakers.ts'

const host = 'a.site.test'
const rules = { failureThreshold: 2, openMs: 300, blockedMs: 400, maxOpenMs: 60 * 60_000 }

function breakerOf({ redis, events, id }: TestReplica, its: Partial<typeof rules> = {}): CircuitBreaker {
  const breakers = createSharedBreakers({ redis, events, id, epochMs: Date.now })
  return createCircuitBreaker(host, Date.now, { ...rules, ...its }, breakers.channelFor(host))
}

async function three(its: Partial<typeof rules> = {}) {
  const { replicas, server } = await startReplicas(3)
  const [a, b, c] = replicas.map((replica) => breakerOf(replica, its))
  if (!a || !b || !c) throw new Error('there are three')
  return { a, b, c, all: [a, b, c], replicas, server }
}

function fail(breaker: CircuitBreaker, kind: 'timeout' | 'blocked' = 'timeout', retryAfterMs?: number): void {
  breaker.acquire().failed(new UpstreamError(kind, 'said so', { retryAfterMs }))
}

/** Waits until all breakers have that state; returns the milliseconds it took. */
async function all(breakers: readonly CircuitBreaker[], state: string): Promise<number> {
  const begun = performance.now()
  await vi.waitFor(() => expect(breakers.map((breaker) => breaker.state())).toEqual(breakers.map(() => state)), {
    timeout: 5_000,
    interval: 2,
  })
  return performance.now() - begun
}

/** Asks every breaker for the permission to make the trial, as an attempt does; returns those that got it. */
async function allowed(breakers: readonly CircuitBreaker[]): Promise<CircuitBreaker[]> {
  await Promise.all(breakers.map((breaker) => breaker.trialPermission()))
  return breakers.filter((breaker) => breaker.rejection() === undefined)
}

it('a breaker that opens on one replica opens on all within a moment, with the reason', async () => {
  const { a, b, c } = await three({ openMs: 30_000 })
  fail(a)
  fail(a)
  expect(await all([a, b, c], 'open')).toBeLessThan(300)
  expect(() => c.acquire()).toThrow(/^requests to a.site.test are paused after a failure \(timeout: said so\)$/)
  expect(b.rejection()?.retryAfterMs).toBeGreaterThan(29_000)
  expect(b.rejection()?.retryAfterMs).toBeLessThanOrEqual(30_000)
})

it('after the open period one replica makes the trial, the others wait, and success closes all', async () => {
  const { a, all: every } = await three()
  fail(a, 'blocked')
  await all(every, 'open')
  await all(every, 'half-open')
  const [trying, ...none] = await allowed(every)
  expect(none).toEqual([])
  const trial = trying?.acquire()
  const others = every.filter((one) => one !== trying)
  for (const other of others) expect(() => other.acquire()).toThrow(/are paused/)
  // The other replicas check again while the trial still runs.
  await all(others, 'half-open')
  expect(await allowed(others)).toEqual([])
  trial?.succeeded()
  expect(await all(every, 'closed')).toBeLessThan(300)
  for (const one of every) one.acquire().succeeded()
})

it('a failed trial opens all for twice as long', async () => {
  const { a, all: every, server } = await three()
  for (let count = 0; count < 2; count += 1) fail(a)
  await all(every, 'half-open')
  const [trying] = await allowed(every)
  trying?.acquire().failed(new UpstreamError('network', 'refused'))
  await all(every, 'open')
  await vi.waitFor(() => expect(every.every((one) => one.rejection()?.message.includes('refused'))).toBe(true))
  for (const one of every) expect(one.rejection()?.retryAfterMs).toBeGreaterThan(400)
  expect(await server.client.exists(`trawl:1:trial:${host}`)).toBe(0)
  await all(every, 'half-open')
  const [next] = await allowed(every)
  next?.acquire().failed(new UpstreamError('network', 'refused'))
  await vi.waitFor(() => expect(every.every((one) => (one.rejection()?.retryAfterMs ?? 0) > 900)).toBe(true))
})

it('an abandoned trial passes to another replica, and that of a dead replica after a while', async () => {
  const { all: every, a, server } = await three()
  fail(a, 'blocked', 50)
  await all(every, 'half-open')
  const [first] = await allowed(every)
  first?.acquire().abandoned()
  await vi.waitFor(async () => expect(await server.client.exists(`trawl:1:trial:${host}`)).toBe(0))
  const others = every.filter((one) => one !== first)
  await all(others, 'half-open')
  const [second] = await allowed(others)
  expect(second).toBeDefined()
  const left = await server.client.pttl(`trawl:1:trial:${host}`)
  expect(left).toBeGreaterThan(5_000)
  expect(left).toBeLessThanOrEqual(10_000)
})

it('while the pause lasts one replica of all may be forced to try, once in ten seconds', async () => {
  const { a, all: every, server } = await three({ blockedMs: 60_000 })
  fail(a, 'blocked')
  await all(every, 'open')
  await Promise.all(every.map((breaker) => breaker.trialPermission({ isForced: true })))
  const passages = every.flatMap((breaker) => {
    try {
      return [breaker.acquire({ isForced: true })]
    } catch {
      return []
    }
  })
  expect(passages).toHaveLength(1)
  passages[0]?.failed(new UpstreamError('network', 'refused'))
  await vi.waitFor(async () => expect(await server.client.exists(`trawl:1:trial:${host}`)).toBe(0))
  expect(await server.client.pttl(`trawl:1:forced-trial:${host}`)).toBeGreaterThan(5_000)
  const late = breakerOf(await joinReplica(server, 'D'))
  await all([late], 'open')
  await late.trialPermission({ isForced: true })
  expect(() => late.acquire({ isForced: true })).toThrow(/are paused/)
})

it('a new replica knows which breakers are open or half-open', async () => {
  const { a, all: every, server } = await three()
  fail(a, 'blocked', 60_000)
  await all(every, 'open')
  const late = breakerOf(await joinReplica(server, 'D'))
  await all([late], 'open')
  expect(late.rejection()?.message).toContain('blocked: said so')
  expect(late.rejection()?.retryAfterMs).toBeGreaterThan(59_000)
})

it('state changes during a Redis outage are published when Redis is back', async () => {
  const { a, b, c, all: every, server, replicas } = await three({ maxOpenMs: 500 })
  fail(a, 'blocked')
  await all(every, 'open')
  server.signal('SIGSTOP')
  const down = () => replicas.every(({ redis }) => !redis.isUp())
  await Promise.all(replicas.map(({ redis: line }) => line.run((redis) => redis.ping())))
  expect(down()).toBe(true)
  await all(every, 'half-open')
  // Without Redis each replica makes its own trials.
  const begun = performance.now()
  expect(await allowed(every)).toEqual(every)
  expect(performance.now() - begun).toBeLessThan(2_000)
  a.acquire().succeeded()
  expect([a, b, c].map((one) => one.state())).toEqual(['closed', 'half-open', 'half-open'])
  server.signal('SIGCONT')
  await vi.waitFor(() => expect(replicas.every(({ redis }) => redis.isUp())).toBe(true), 5_000)
  await vi.waitFor(async () => expect(await server.client.hlen('trawl:1:breakers')).toBe(0))
  // A replica that missed the message makes a trial of its own; after that there is one trial again.
  for (const one of every) await one.trialPermission()
  for (const one of await allowed(every)) one.acquire().succeeded()
  await all(every, 'closed')
})

it('garbage in Redis opens nothing', async () => {
  const { a, server } = await three()
  await server.client.hset('trawl:1:breakers', host, 'garbage', 'b', `${Date.now() + 9e6} {"name":1}`)
  const late = breakerOf(await joinReplica(server, 'D'))
  await vi.waitFor(async () => expect(await server.client.hexists('trawl:1:breakers', host)).toBe(0))
  await server.client.publish('trawl:1:events', 'X breaker-opened {"name":"a.site.test","leftMs":"long"}')
  fail(a)
  expect([a.state(), late.state()]).toEqual(['closed', 'closed'])
})
