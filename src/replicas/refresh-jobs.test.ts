// Refresh jobs in a real Redis: run once for all replicas, taken over when one dies, local when Redis is down.
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { TestRedis } from '../../test/kit/redis.ts'
import { startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { createSharedRefreshJobs, type SharedRefreshJobs } from './refresh-jobs.ts'

const ids = ['one', 'two', 'three']

function list(id: string) {
  return { id, interval: 60 }
}

/** The jobs of a replica and those it has done; a job waits for `doing`. */
function jobsOf({ redis }: TestReplica, { url }: Pick<TestRedis, 'url'>, doing: (id: string) => Promise<void>) {
  const said: unknown[] = []
  const connect = () => new Redis(url.href, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 50 })
  const log = { warn: (...words: readonly unknown[]) => void said.push(words) }
  const jobs = createSharedRefreshJobs({ redis, connect, log, epochMs: Date.now, checkMs: 500 })
  onTestFinished(() => jobs.close())
  const done: string[] = []
  jobs.onJob(async (id) => {
    done.push(id)
    await doing(id)
  })
  return { jobs, done, said }
}

async function start(count: number, doing: (id: string) => Promise<void> = async () => undefined) {
  const { replicas, server } = await startReplicas(count)
  return { server, replicas, all: replicas.map((replica) => jobsOf(replica, server, doing)) }
}

function flat(all: readonly { readonly done: readonly string[] }[]): readonly string[] {
  return all.flatMap(({ done }) => done).toSorted()
}

/** Waits until the replica knows that its job failed. */
async function isBack(jobs: SharedRefreshJobs, id: string, dueAt: number): Promise<void> {
  await vi.waitFor(() => expect(jobs.delegate(list(id), dueAt)).toBe(false), { interval: 20 })
}

it('what three replicas want is done once', async () => {
  const { all } = await start(3)
  const dueAt = Date.now()
  for (const { jobs } of all) for (const id of ids) expect(jobs.delegate(list(id), dueAt)).toBe(true)
  for (const { jobs } of all) for (const id of ids) expect(jobs.delegate(list(id), dueAt)).toBe(true)
  await vi.waitFor(() => expect(flat(all)).toEqual(ids.toSorted()))
  await pause(300)
  expect(flat(all)).toEqual(ids.toSorted())
  // At its next due time it is another job.
  all[1]?.jobs.delegate(list('one'), dueAt + 61_000)
  await vi.waitFor(() => expect(flat(all)).toHaveLength(4))
  expect(all.map(({ jobs }) => jobs.counts().added)).toEqual([3, 4, 3])
  expect(all.flatMap(({ said }) => said)).toEqual([])
})

it('a replica runs its failed jobs itself', async () => {
  const { all } = await start(1, async (id) => {
    throw new Error(`unknown list ${id}`)
  })
  const [one] = all
  const dueAt = Date.now()
  expect(one?.jobs.delegate(list('one'), dueAt)).toBe(true)
  await vi.waitFor(() => expect(one?.said).toMatchObject([[{}, expect.stringContaining('unknown list one')]]))
  if (one) await isBack(one.jobs, 'one', dueAt)
  expect(one?.done).toEqual(['one'])
  expect(one?.jobs.counts()).toEqual({ added: 1, done: 0, failed: 1 })
})

it('one that is still being done is not done here as well', async () => {
  const over = Promise.withResolvers<void>()
  const { all } = await start(2, () => over.promise)
  const dueAt = Date.now()
  all[0]?.jobs.delegate(list('one'), dueAt)
  await vi.waitFor(() => expect(flat(all)).toEqual(['one']))
  await pause(600)
  expect(all[0]?.jobs.delegate(list('one'), dueAt)).toBe(true)
  await pause(200)
  expect(all[0]?.jobs.delegate(list('one'), dueAt)).toBe(true)
  over.resolve()
})

it('a replica that stops takes no more jobs and closes at once', async () => {
  const { all, server } = await start(2, () => new Promise(() => undefined))
  const [stopping, other] = all
  stopping?.jobs.stopAccepting()
  expect(stopping?.jobs.delegate(list('one'), 1)).toBe(true)
  other?.jobs.delegate(list('two'), 1)
  await vi.waitFor(() => expect(other?.done).toEqual(['two']))
  expect(stopping?.done).toEqual([])
  server.signal('SIGSTOP')
  await Promise.all(all.map(({ jobs }) => jobs.close()))
})
