// Minimum spacing between starts on three replicas over a real Redis.
import { expect, it } from 'vitest'
import { startReplicas, type TestReplica } from '../../test/kit/replica-lines.ts'
import { waitForSpacing } from './coordination.ts'

function staying(): AbortSignal {
  return new AbortController().signal
}

function createSpacing({ redis }: TestReplica) {
  return { wait: (name: string, ms: number, signal: AbortSignal) => waitForSpacing(redis, name, ms, signal) }
}

it('beginnings of three replicas are as far apart as those of one', async () => {
  const { replicas } = await startReplicas(3)
  const paces = replicas.map(createSpacing)
  const begun: number[] = []
  const begin = async (at: number) => {
    await paces[at % 3]?.wait('cloud', 60, staying())
    begun.push(performance.now())
  }
  const before = performance.now()
  await Promise.all(Array.from({ length: 24 }, (_, at) => begin(at)))
  // Late timers on a busy machine may bring two starts closer together, but none is early.
  expect(begun.filter((at, index) => at - before < index * 60 - 1)).toEqual([])
})

it('a start after the spacing begins at once, and names are independent', async () => {
  const { replicas } = await startReplicas(1)
  const [pace] = replicas.map(createSpacing)
  await Promise.all([1, 2, 3, 4].map((name) => pace?.wait(`cloud ${name}`, 200_000, staying())))
  await pace?.wait('free', 0, staying())
  await pace?.wait('free', 0, staying())
})

it('an aborted wait does not delay later ones', async () => {
  const { replicas } = await startReplicas(1)
  const [pace] = replicas.map(createSpacing)
  await pace?.wait('cloud', 200_000, staying())
  const leaving = new AbortController()
  const waiting = pace?.wait('cloud', 60_000, leaving.signal)
  setTimeout(() => leaving.abort(new Error('left')), 20)
  await expect(waiting).rejects.toThrow('left')
  await expect(pace?.wait('cloud', 60_000, leaving.signal)).rejects.toThrow('left')
})

it('nothing waits while Redis is down, and invalid replies are ignored', async () => {
  const { replicas, server } = await startReplicas(1)
  const [pace] = replicas.map(createSpacing)
  await server.client.set('trawl:1:pace:cloud', String(Date.now() + 9e9))
  await pace?.wait('cloud', 200_000, staying())
  await server.client.del('trawl:1:pace:cloud')
  await pace?.wait('cloud', 200_000, staying())
  server.signal('SIGSTOP')
  await pace?.wait('cloud', 200_000, staying())
  await pace?.wait('cloud', 200_000, staying())
  server.signal('SIGCONT')
})
