// Refresh jobs in a real Redis: run once for all replicas, taken over when one dies, local when Redis is down.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { completedJobs, jobOf, startRefreshJobs } from '../../test/kit/redis.ts'
import type { SharedRefreshJobs } from './refresh-jobs.ts'

const ids = ['one', 'two', 'three']

/** Waits until the replica knows that its job failed. */
async function isBack(jobs: SharedRefreshJobs, id: string, dueAt: number): Promise<void> {
  await vi.waitFor(() => expect(jobs.delegate(jobOf(id), dueAt)).toBe(false), { interval: 20 })
}

it('a refresh that three replicas request runs once', async () => {
  const { all } = await startRefreshJobs(3)
  const dueAt = Date.now()
  for (const { jobs } of all) for (const id of ids) expect(jobs.delegate(jobOf(id), dueAt)).toBe(true)
  for (const { jobs } of all) for (const id of ids) expect(jobs.delegate(jobOf(id), dueAt)).toBe(true)
  await vi.waitFor(() => expect(completedJobs(all)).toEqual(ids.toSorted()))
  await pause(300)
  expect(completedJobs(all)).toEqual(ids.toSorted())
  // At its next due time it is another job.
  all[1]?.jobs.delegate(jobOf('one'), dueAt + 61_000)
  await vi.waitFor(() => expect(completedJobs(all)).toHaveLength(4))
  expect(all.map(({ jobs }) => jobs.counts().added)).toEqual([3, 4, 3])
  expect(all.flatMap(({ said }) => said)).toEqual([])
})

it('a replica runs its failed jobs itself', async () => {
  const { all } = await startRefreshJobs(1, async (id) => {
    throw new Error(`unknown list ${id}`)
  })
  const [one] = all
  const dueAt = Date.now()
  expect(one?.jobs.delegate(jobOf('one'), dueAt)).toBe(true)
  await vi.waitFor(() => expect(one?.said).toMatchObject([[{}, expect.stringContaining('unknown list one')]]))
  if (one) await isBack(one.jobs, 'one', dueAt)
  expect(one?.done).toEqual(['one'])
  expect(one?.jobs.counts()).toEqual({ added: 1, done: 0, failed: 1 })
})

it('a running job is not started a second time', async () => {
  const over = Promise.withResolvers<void>()
  const { all } = await startRefreshJobs(2, () => over.promise)
  const dueAt = Date.now()
  all[0]?.jobs.delegate(jobOf('one'), dueAt)
  await vi.waitFor(() => expect(completedJobs(all)).toEqual(['one']))
  await pause(600)
  expect(all[0]?.jobs.delegate(jobOf('one'), dueAt)).toBe(true)
  await pause(200)
  expect(all[0]?.jobs.delegate(jobOf('one'), dueAt)).toBe(true)
  over.resolve()
})

it('a replica that stops takes no more jobs and closes at once', async () => {
  const { all, server } = await startRefreshJobs(2, () => new Promise(() => undefined))
  const [stopping, other] = all
  stopping?.jobs.stopAccepting()
  expect(stopping?.jobs.delegate(jobOf('one'), 1)).toBe(true)
  other?.jobs.delegate(jobOf('two'), 1)
  await vi.waitFor(() => expect(other?.done).toEqual(['two']))
  expect(stopping?.done).toEqual([])
  server.signal('SIGSTOP')
  await Promise.all(all.map(({ jobs }) => jobs.close()))
})
