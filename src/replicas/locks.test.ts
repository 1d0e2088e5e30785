// Distributed locks over a real Redis: one holder, fencing tokens, release, loss.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { impatient, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { createLocks, type Lock, type LockTimings } from './locks.ts'

function leasesOf({ id, redis, events }: TestReplica, timings: LockTimings = {}, epochMs = Date.now) {
  const leases = createLocks({ redis, events, id, epochMs }, timings)
  onTestFinished(() => leases.close())
  return leases
}

function taken(lease: Lock | 'held' | 'alone'): Lock {
  if (typeof lease === 'string') throw new Error(`the lease is not there: ${lease}`)
  return lease
}

async function startPair(times: LockTimings = {}, redisTimings = {}) {
  const { server, replicas } = await startReplicas(2, redisTimings)
  const [a, b] = replicas
  if (!a || !b) throw new Error('there should be two')
  return { server, a, b, ofA: leasesOf(a, times), ofB: leasesOf(b, times) }
}

/** A lock without renewal: this is how a dead replica looks to the others. */
const dying = { lockMs: 300, renewMs: 60_000 }

describe('a lock', () => {
  it('is granted to one of several concurrent callers', async () => {
    const { replicas } = await startReplicas(3)
    const takes = replicas
      .map((replica) => leasesOf(replica))
      .flatMap(({ acquire }) => Array.from({ length: 10 }, () => acquire('x')))
    const got = await Promise.all(takes)
    expect(got.filter((lease) => lease === 'held')).toHaveLength(29)
    expect(taken(got.find((lease) => typeof lease !== 'string') ?? 'held').isHeld()).toBe(true)
  })

  it('that is released is published and can be acquired; each has a higher fencing token than all before it', async () => {
    const { ofA, ofB, server } = await startPair()
    const freed: string[] = []
    ofB.onReleased((name) => void freed.push(name))
    const first = taken(await ofA.acquire('x'))
    const other = taken(await ofA.acquire('y'))
    expect(other.fencingToken).toBeGreaterThan(first.fencingToken)
    expect(await ofB.acquire('x')).toBe('held')
    await first.release()
    await first.release()
    expect(first.isHeld()).toBe(false)
    await vi.waitFor(() => expect(freed).toEqual(['x']))
    const second = taken(await ofB.acquire('x'))
    expect(second.fencingToken).toBeGreaterThan(other.fencingToken)
    await server.client.flushall()
    expect(taken(await ofA.acquire('z')).fencingToken).toBeGreaterThan(second.fencingToken)
  })

  it('is released without a message if other replicas learn of it otherwise', async () => {
    const { ofA, ofB } = await startPair()
    const freed: string[] = []
    ofB.onReleased((name) => void freed.push(name))
    await taken(await ofA.acquire('x')).release({ isPublished: true })
    await taken(await ofA.acquire('y')).release()
    await vi.waitFor(() => expect(freed).toEqual(['y']))
    expect(taken(await ofB.acquire('x')).isHeld()).toBe(true)
  })

  it('is renewed while it is held, with all others of the replica', async () => {
    const { ofA, server } = await startPair({ lockMs: 60_000, renewMs: 50 })
    const held = await Promise.all(Array.from({ length: 600 }, async (_, at) => taken(await ofA.acquire(`x${at}`))))
    const keys = [0, 599].map((at) => `trawl:1:lease:x${at}`)
    for (const key of keys) await server.client.pexpire(key, 5_000)
    for (const key of keys) await expect.poll(() => server.client.pttl(key)).toBeGreaterThan(50_000)
    expect(held.filter((lease) => lease.isHeld())).toHaveLength(600)
  })

  it('of a dead replica can be acquired after it expired, and its holder notices the expiry by its own clock', async () => {
    const { ofA, ofB } = await startPair(dying)
    const first = taken(await ofA.acquire('x'))
    const second = await vi.waitFor(async () => taken(await ofB.acquire('x')), { interval: 20 })
    expect(first.isHeld()).toBe(false)
    expect(second.fencingToken).toBeGreaterThan(first.fencingToken)
    // The replica no longer holds the lock.
    await first.release()
    expect(await ofA.acquire('x')).toBe('held')
  })

  it('that was taken away is known to be lost when it would be renewed', async () => {
    const { ofA, ofB, server } = await startPair({ lockMs: 60_000, renewMs: 50 })
    const lease = taken(await ofA.acquire('x'))
    await server.client.flushall()
    await vi.waitFor(() => expect(lease.isHeld()).toBe(false))
    expect(taken(await ofB.acquire('x')).isHeld()).toBe(true)
  })

  it('cannot be acquired while Redis is down, and is held only until its last renewal expires', async () => {
    const { a, server } = await startPair({}, impatient)
    let at = 0
    const leases = leasesOf(a, { lockMs: 5_000, renewMs: 50 }, () => at)
    const lease = taken(await leases.acquire('x'))
    server.signal('SIGSTOP')
    expect(await leases.acquire('y')).toBe('alone')
    at = 4_999
    expect(lease.isHeld()).toBe(true)
    at = 5_000
    expect(lease.isHeld()).toBe(false)
    server.signal('SIGCONT')
    await vi.waitFor(() => expect(lease.isHeld()).toBe(true))
  })

  it('that Redis granted after the caller had left is released', async () => {
    const { a, b, ofA, ofB, server } = await startPair({ lockMs: 60_000, renewMs: 20_000 }, impatient)
    const freed: string[] = []
    ofB.onReleased((name) => void freed.push(name))
    server.signal('SIGSTOP')
    expect(await ofA.acquire('x')).toBe('alone')
    server.signal('SIGCONT')
    await vi.waitFor(() => expect([a.redis.isUp(), b.redis.isUp()]).toEqual([true, true]))
    await vi.waitFor(async () => expect(taken(await ofB.acquire('x')).isHeld()).toBe(true))
  })

  it('is given back with all others when the replica ends', async () => {
    const { ofA, ofB } = await startPair()
    await Promise.all(['x', 'y', 'z'].map((name) => ofA.acquire(name)))
    await ofA.close()
    for (const name of ['x', 'y', 'z']) expect(taken(await ofB.acquire(name)).isHeld()).toBe(true)
  })
})
