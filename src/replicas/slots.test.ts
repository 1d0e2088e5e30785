// Slots of three replicas over a real Redis: never too many, none lost, and starts no closer than they may be.
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { impatient, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { createReplicaSlots, type ReplicaSlots, waitForSpacing } from './slots.ts'

const host = 'a.site.test'

/** Liveness that expires and is renewed soon. */
const brief = { expiryMs: 1_000, renewMs: 100 }

function slotsOf(replicas: readonly TestReplica[], timings = {}): ReplicaSlots[] {
  return replicas.map(({ redis, events, liveness }) =>
    createReplicaSlots({ redis, events, liveness: liveness(timings) }),
  )
}

function staying(): AbortSignal {
  return new AbortController().signal
}

/** Work that counts how many of it run at once. */
function watched() {
  const seen = { now: 0, most: 0, done: 0 }
  return {
    seen,
    async run(slots: ReplicaSlots, most: number, ms: number) {
      const release = await slots.acquire(host, most, staying())
      seen.now += 1
      seen.most = Math.max(seen.most, seen.now)
      await pause(ms)
      seen.now -= 1
      seen.done += 1
      release()
    },
  }
}

describe('slots of three replicas', () => {
  it('are never more than there are, and all are used', async () => {
    const { replicas } = await startReplicas(3)
    const all = slotsOf(replicas)
    const { seen, run } = watched()
    await Promise.all(Array.from({ length: 100 }, () => all.map((slots) => run(slots, 8, 2))).flat())
    expect(seen).toEqual({ now: 0, most: 8, done: 300 })
    expect(all.map((slots) => slots.counts())).toEqual(Array(3).fill({ held: 0, waiting: 0 }))
  })

  it('are shared fairly even if one replica always has waiters', async () => {
    const { replicas } = await startReplicas(2)
    const [busy = expect.fail(), other = expect.fail()] = slotsOf(replicas)
    const { seen, run } = watched()
    const flood = Promise.all(Array.from({ length: 100 }, () => run(busy, 1, 10)))
    await vi.waitFor(() => expect(seen.done).toBeGreaterThanOrEqual(3), { interval: 1 })
    const before = seen.done
    await run(other, 1, 10)
    await run(other, 1, 10)
    expect(seen.done - before).toBeLessThan(12)
    await flood
    expect(seen).toEqual({ now: 0, most: 1, done: 102 })
  })

  it('of a dead replica are free after they expire, those of a live one are not', async () => {
    const { replicas, server } = await startReplicas(3)
    const [dying = expect.fail(), living = expect.fail(), waiting = expect.fail()] = slotsOf(replicas, brief)
    await dying.acquire(host, 2, staying())
    const release = await living.acquire(host, 2, staying())
    // Without cleanup, as after kill -9.
    await replicas[0]?.redis.close()
    await waiting.acquire(host, 2, staying())
    const late = waiting.acquire(host, 2, staying())
    // The living one is renewed several times over the expiry of the dead one.
    const leftMs = () => server.client.pttl('trawl:2:alive:B1')
    for (let renewals = 0; renewals < 12; renewals += 1) {
      await expect.poll(leftMs, { interval: 5 }).toBeLessThan(950)
      await expect.poll(leftMs, { interval: 5 }).toBeGreaterThan(950)
    }
    expect(waiting.counts()).toEqual({ held: 1, waiting: 1 })
    release()
    await late
  })

  it('that are no longer needed are released', async () => {
    const { replicas, server } = await startReplicas(2)
    const [one = expect.fail(), other = expect.fail()] = slotsOf(replicas)
    const release = await one.acquire(host, 1, staying())
    const leaving = new AbortController()
    const taken = Promise.allSettled([1, 2, 3].map(() => other.acquire(host, 1, leaving.signal)))
    await pause(20)
    release()
    leaving.abort(new Error('left'))
    const ends = await taken
    for (const end of ends) if (end.status === 'fulfilled') end.value()
    expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    await vi.waitFor(() => expect(other.counts()).toEqual({ held: 0, waiting: 0 }))
    await vi.waitFor(async () => expect(await server.client.exists(`trawl:2:slots:${host}`)).toBe(0))
    await expect(other.acquire(host, 1, leaving.signal)).rejects.toThrow('left')
  })

  it('given back twice are given back once', async () => {
    const { replicas } = await startReplicas(1)
    const [slots = expect.fail()] = slotsOf(replicas)
    const release = await slots.acquire(host, 1, staying())
    release()
    const again = await slots.acquire(host, 1, staying())
    release()
    expect(slots.counts()).toEqual({ held: 1, waiting: 0 })
    again()
  })
})

describe('while Redis', () => {
  it('freezes, waiters get slots after a moment', async () => {
    const { replicas, server } = await startReplicas(3, impatient)
    const all = slotsOf(replicas)
    const { seen, run } = watched()
    await Promise.all(all.map((slots) => run(slots, 1, 1)))
    server.signal('SIGSTOP')
    await Promise.all(all.flatMap((slots) => [run(slots, 1, 10), run(slots, 1, 10)]))
    server.signal('SIGCONT')
    await vi.waitFor(() => expect(replicas.every(({ redis }) => redis.isUp())).toBe(true))
    seen.most = 0
    await Promise.all(Array.from({ length: 10 }, () => all.map((slots) => run(slots, 2, 5))).flat())
    // It ran the queued commands after it was resumed; what it granted then is free.
    expect(seen.most).toBeLessThanOrEqual(2)
  })

  it('was emptied, held slots are noted again', async () => {
    const { replicas, server } = await startReplicas(2)
    const [one = expect.fail(), other = expect.fail()] = slotsOf(replicas, { expiryMs: 5_000, renewMs: 100 })
    const release = await one.acquire(host, 1, staying())
    await server.client.flushall()
    await vi.waitFor(async () => expect(await server.client.hvals(`trawl:2:slots:${host}`)).toEqual(['1 0']))
    let isTaken = false
    const late = other.acquire(host, 1, staying()).then(() => {
      isTaken = true
    })
    await pause(300)
    expect(isTaken).toBe(false)
    release()
    await late
  })

  it('is killed while some wait, they continue, and no slot is lost afterwards', async () => {
    const { replicas, server } = await startReplicas(2)
    const [one = expect.fail(), other = expect.fail()] = slotsOf(replicas)
    const release = await one.acquire(host, 1, staying())
    const waiting = Promise.all([1, 2, 3].map(() => other.acquire(host, 1, staying())))
    await pause(50)
    await server.kill()
    const releases = await waiting
    for (const end of [release, ...releases]) end()
    await server.restart()
    await vi.waitFor(() => expect(replicas.every(({ redis }) => redis.isUp())).toBe(true))
    const { seen, run } = watched()
    await Promise.all([one, other, one, other].map((slots) => run(slots, 1, 5)))
    expect(seen.most).toBe(1)
  })
})

describe('the spacing of starts', () => {
  const key = 'trawl:2:pace:cloud'

  /** Waits as the first of the replicas does. */
  const waitOf =
    ([replica]: readonly TestReplica[]) =>
    (name: string, ms: number, signal = staying()) =>
      replica ? waitForSpacing(replica.redis, name, ms, signal) : expect.unreachable()

  afterEach(() => void vi.restoreAllMocks())

  it('of the starts of three replicas one is let through each time the spacing is over', async () => {
    const { replicas, server } = await startReplicas(3)
    const started: number[] = []
    const leaving = new AbortController()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const waits = Array.from({ length: 9 }, async (_, at) => {
      await waitOf(replicas.slice(at % 3))('cloud', 100_000, leaving.signal)
      started.push(at)
    })
    // The first one has started, the others wait until the key expires. No other timer here is that long.
    const delays = () => timers.mock.calls.flatMap(([, ms = 0]) => (ms > 30_000 ? [ms] : []))
    await vi.waitFor(() => expect(delays()).toHaveLength(8))
    expect(started).toHaveLength(1)
    expect(Math.max(...delays())).toBeLessThanOrEqual(100_000)
    expect(await server.client.pttl(key)).toBeGreaterThan(30_000)
    leaving.abort(new Error('left'))
    const ends = await Promise.allSettled(waits)
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(8)
  })

  it('each start that waits begins in the end', async () => {
    const { replicas } = await startReplicas(3)
    await Promise.all(replicas.map(({ redis }) => waitForSpacing(redis, 'cloud', 20, staying())))
  })

  it('a start after the spacing begins at once, and names are independent', async () => {
    const { replicas } = await startReplicas(1)
    const wait = waitOf(replicas)
    await Promise.all([1, 2, 3, 4].map((name) => wait(`cloud ${name}`, 200_000)))
    await wait('free', 0)
    await wait('free', 0)
  })

  it('an aborted wait ends with its reason', async () => {
    const { replicas } = await startReplicas(1)
    const wait = waitOf(replicas)
    await wait('cloud', 200_000)
    const leaving = new AbortController()
    const waiting = wait('cloud', 200_000, leaving.signal)
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await expect(wait('cloud', 200_000, leaving.signal)).rejects.toThrow('left')
  })

  it('a key that another program wrote holds up no longer than the spacing', async () => {
    const { replicas, server } = await startReplicas(1)
    const wait = waitOf(replicas)
    await server.client.set(key, 'x', 'PX', 1e9)
    await wait('cloud', 20)
    await server.client.set(key, 'x')
    await wait('cloud', 20)
  })

  it('nothing waits while Redis is down', async () => {
    const { replicas, server } = await startReplicas(1, impatient)
    const wait = waitOf(replicas)
    server.signal('SIGSTOP')
    await wait('cloud', 200_000)
    await wait('cloud', 200_000)
    server.signal('SIGCONT')
  })
})
