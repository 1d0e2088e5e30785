// Minimum spacing between starts on three replicas over a real Redis.
import { afterEach, expect, it, vi } from 'vitest'
import { impatient, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { waitForSpacing } from './slots.ts'

function staying(): AbortSignal {
  return new AbortController().signal
}

function createSpacing({ redis }: TestReplica) {
  return { wait: (name: string, ms: number, signal: AbortSignal) => waitForSpacing(redis, name, ms, signal) }
}

afterEach(() => void vi.restoreAllMocks())

it('beginnings of three replicas are as far apart as those of one', async () => {
  const { replicas, server } = await startReplicas(3)
  const redisNow = async () => {
    const [seconds, micros] = await server.client.time()
    return Number(seconds) * 1_000 + Number(micros) / 1_000
  }
  const spacings = replicas.map(createSpacing)
  const spacingMs = 2_000
  const firstAt = (await redisNow()) + 100_000
  await server.client.set('trawl:2:pace:cloud', `${firstAt}`)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const leaving = new AbortController()
  const before = await redisNow()
  const waits = Array.from({ length: 24 }, (_, at) => spacings[at % 3]?.wait('cloud', spacingMs, leaving.signal))
  // No other timer here is that long.
  const delays = () => timers.mock.calls.flatMap(([, ms = 0]) => (ms > 30_000 ? [ms] : [])).toSorted((a, b) => a - b)
  await vi.waitFor(() => expect(delays()).toHaveLength(24))
  const after = await redisNow()
  for (const [place, delay] of delays().entries()) {
    expect(delay).toBeGreaterThanOrEqual(firstAt + place * spacingMs - after)
    expect(delay).toBeLessThanOrEqual(firstAt + place * spacingMs - before + 1)
  }
  expect(Number(await server.client.get('trawl:2:pace:cloud'))).toBeCloseTo(firstAt + 24 * spacingMs, 0)
  leaving.abort(new Error('left'))
  expect((await Promise.allSettled(waits)).map(({ status }) => status)).toEqual(Array(24).fill('rejected'))
})

it('each start that waits begins in the end', async () => {
  const { replicas } = await startReplicas(3)
  await Promise.all(replicas.map((replica) => createSpacing(replica).wait('cloud', 20, staying())))
})

it('a start after the spacing begins at once, and names are independent', async () => {
  const { replicas } = await startReplicas(1)
  const [spacing] = replicas.map(createSpacing)
  await Promise.all([1, 2, 3, 4].map((name) => spacing?.wait(`cloud ${name}`, 200_000, staying())))
  await spacing?.wait('free', 0, staying())
  await spacing?.wait('free', 0, staying())
})

it('an aborted wait does not delay later ones', async () => {
  const { replicas } = await startReplicas(1)
  const [spacing] = replicas.map(createSpacing)
  await spacing?.wait('cloud', 200_000, staying())
  const leaving = new AbortController()
  const waiting = spacing?.wait('cloud', 60_000, leaving.signal)
  setTimeout(() => leaving.abort(new Error('left')), 20)
  await expect(waiting).rejects.toThrow('left')
  await expect(spacing?.wait('cloud', 60_000, leaving.signal)).rejects.toThrow('left')
})

it('nothing waits while Redis is down, and invalid replies are ignored', async () => {
  const { replicas, server } = await startReplicas(1, impatient)
  const [spacing] = replicas.map(createSpacing)
  await server.client.set('trawl:2:pace:cloud', String(Date.now() + 9e9))
  await spacing?.wait('cloud', 200_000, staying())
  await server.client.del('trawl:2:pace:cloud')
  await spacing?.wait('cloud', 200_000, staying())
  server.signal('SIGSTOP')
  await spacing?.wait('cloud', 200_000, staying())
  await spacing?.wait('cloud', 200_000, staying())
  server.signal('SIGCONT')
})
