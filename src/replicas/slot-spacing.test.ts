// Minimum spacing between starts on three replicas over a real Redis.
import { afterEach, expect, it, vi } from 'vitest'
import { impatient, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { waitForSpacing } from './slots.ts'

const key = 'trawl:2:pace:cloud'

function staying(): AbortSignal {
  return new AbortController().signal
}

function createSpacing({ redis }: TestReplica) {
  return { wait: (name: string, ms: number, signal: AbortSignal) => waitForSpacing(redis, name, ms, signal) }
}

afterEach(() => void vi.restoreAllMocks())

it('of the starts of three replicas one is let through each time the spacing is over', async () => {
  const { replicas, server } = await startReplicas(3)
  const spacings = replicas.map(createSpacing)
  const started: number[] = []
  const leaving = new AbortController()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const waits = Array.from({ length: 9 }, async (_, at) => {
    await spacings[at % 3]?.wait('cloud', 100_000, leaving.signal)
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
  await Promise.all(replicas.map((replica) => createSpacing(replica).wait('cloud', 20, staying())))
})

it('a start after the spacing begins at once, and names are independent', async () => {
  const { replicas } = await startReplicas(1)
  const [spacing] = replicas.map(createSpacing)
  await Promise.all([1, 2, 3, 4].map((name) => spacing?.wait(`cloud ${name}`, 200_000, staying())))
  await spacing?.wait('free', 0, staying())
  await spacing?.wait('free', 0, staying())
})

it('an aborted wait ends with its reason', async () => {
  const { replicas } = await startReplicas(1)
  const [spacing] = replicas.map(createSpacing)
  await spacing?.wait('cloud', 200_000, staying())
  const leaving = new AbortController()
  const waiting = spacing?.wait('cloud', 200_000, leaving.signal)
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  await expect(spacing?.wait('cloud', 200_000, leaving.signal)).rejects.toThrow('left')
})

it('a key that another program wrote holds up no longer than the spacing', async () => {
  const { replicas, server } = await startReplicas(1)
  const [spacing] = replicas.map(createSpacing)
  await server.client.set(key, 'x', 'PX', 1e9)
  await spacing?.wait('cloud', 20, staying())
  await server.client.set(key, 'x')
  await spacing?.wait('cloud', 20, staying())
})

it('nothing waits while Redis is down', async () => {
  const { replicas, server } = await startReplicas(1, impatient)
  const [spacing] = replicas.map(createSpacing)
  server.signal('SIGSTOP')
  await spacing?.wait('cloud', 200_000, staying())
  await spacing?.wait('cloud', 200_000, staying())
  server.signal('SIGCONT')
})
