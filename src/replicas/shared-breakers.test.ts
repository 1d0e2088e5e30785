// Shared breakers of three replicas over a real Redis and one manual clock: open on all, closed on all.
import { expect, it, vi } from 'vitest'
import { impatient, joinReplica, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { makeClock } from '../../test/kit/wire.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { CircuitBreaker } from '../upstream/host/circuit-breaker.ts'
import { createSharedBreakers } from './shared-breakers.ts'

const host = 'a.site.test'
const rules = { failureThreshold: 2, openMs: 30_000, blockedMs: 40_000, maxOpenMs: 60 * 60_000 }
const clock = makeClock()

function breakerOf({ redis, events }: TestReplica): CircuitBreaker {
  const channelFor = createSharedBreakers({ redis, events, epochMs: clock.epochMs })
  return new CircuitBreaker(host, clock.epochMs, rules, channelFor(host))
}

async function three(redisTimings = {}) {
  const { replicas, server } = await startReplicas(3, redisTimings)
  const [a = expect.fail(), b = expect.fail(), c = expect.fail()] = replicas.map(breakerOf)
  // The states in Redis are read before this.
  await Promise.all(replicas.map(({ redis }) => redis.run((commands) => commands.ping())))
  return { a, b, c, every: [a, b, c], replicas, server }
}

function fail(breaker: CircuitBreaker, kind: 'timeout' | 'blocked' = 'timeout', retryAfterMs?: number): void {
  breaker.acquire().failed(new UpstreamError(kind, 'said so', { retryAfterMs }))
}

async function allAre(state: string, breakers: readonly CircuitBreaker[]): Promise<void> {
  await expect.poll(() => breakers.map((breaker) => breaker.state())).toEqual(breakers.map(() => state))
}

it('a breaker that opens on one replica opens on all, with the reason and the remaining time', async () => {
  const { a, b, c, every } = await three()
  fail(a)
  fail(a)
  await allAre('open', every)
  expect(() => c.acquire()).toThrow(/^requests to a.site.test are paused after a failure \(timeout: said so\)$/)
  expect(b.rejection()?.retryAfterMs).toBe(30_000)
})

it('after the open period each replica makes its own trial, and one success closes all', async () => {
  const { a, b, c, every } = await three()
  fail(a, 'blocked')
  await allAre('open', every)
  clock.advance(rules.blockedMs)
  await allAre('half-open', every)
  const [first, second] = [a.acquire(), b.acquire()]
  first.succeeded()
  await allAre('closed', every)
  second.succeeded()
  for (const one of every) one.acquire().succeeded()
  expect(c.state()).toBe('closed')
})

it('a failed trial opens all for twice as long, also when the trials of several replicas fail', async () => {
  const { a, b, every } = await three()
  fail(a)
  fail(a)
  await allAre('open', every)
  for (const ms of [60_000, 120_000]) {
    clock.advance(ms / 2)
    const trials = [a, b].map((breaker) => breaker.acquire())
    for (const trial of trials) {
      trial.failed(new UpstreamError('network', 'refused'))
      await expect.poll(() => every.map((one) => one.rejection()?.retryAfterMs)).toEqual([ms, ms, ms])
    }
  }
  expect(every.map((one) => one.rejection()?.message.includes('refused'))).toEqual([true, true, true])
})

it('a new replica knows which breakers are open or half-open', async () => {
  const { a, server } = await three()
  fail(a, 'blocked', 60_000)
  await expect.poll(() => server.client.hlen('trawl:2:breakers')).toBe(1)
  const late = breakerOf(await joinReplica(server, 'D'))
  await allAre('open', [late])
  expect(late.rejection()?.message).toContain('blocked: said so')
  expect(late.rejection()?.retryAfterMs).toBeGreaterThan(0)
  expect(late.rejection()?.retryAfterMs).toBeLessThanOrEqual(60_000)
})

it('while Redis is away each replica counts for itself, and they share again afterwards', async () => {
  const { a, b, c, every, server, replicas } = await three(impatient)
  server.signal('SIGSTOP')
  await Promise.all(replicas.map(({ redis }) => redis.run((commands) => commands.ping())))
  expect(replicas.map(({ redis }) => redis.isUp())).toEqual([false, false, false])
  fail(a, 'blocked')
  expect([a, b, c].map((one) => one.state())).toEqual(['open', 'closed', 'closed'])
  server.signal('SIGCONT')
  await expect.poll(() => replicas.every(({ redis }) => redis.isUp())).toBe(true)
  clock.advance(rules.blockedMs)
  a.acquire().failed(new UpstreamError('network', 'refused'))
  await allAre('open', every)
})

it('garbage in Redis opens nothing', async () => {
  const { a, server } = await three()
  await server.client.hset('trawl:2:breakers', host, 'garbage', 'b', `${Date.now() + 9e6} {"name":1}`)
  const late = breakerOf(await joinReplica(server, 'D'))
  await vi.waitFor(async () => expect(await server.client.hexists('trawl:2:breakers', host)).toBe(0))
  await server.client.publish('trawl:2:events', 'X breaker {"name":"a.site.test","leftMs":"long","pauseMs":1}')
  fail(a)
  expect([a.state(), late.state()]).toEqual(['closed', 'closed'])
})
