// Refresh jobs in a real Redis when a replica dies, and while Redis is down.
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { TestRedis } from '../../test/kit/redis.ts'
import { impatient, joinReplica, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { createSharedRefreshJobs } from './refresh-jobs.ts'

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
  const { replicas, server } = await startReplicas(count, impatient)
  return { server, replicas, all: replicas.map((replica) => jobsOf(replica, server, doing)) }
}

function flat(all: readonly { readonly done: readonly string[] }[]): readonly string[] {
  return all.flatMap(({ done }) => done).toSorted()
}

it('the job of a replica that was killed is done by another', async () => {
  const { server, all, replicas } = await start(1, () => new Promise(() => undefined))
  const [dying] = all
  dying?.jobs.delegate(list('one'), Date.now())
  await vi.waitFor(() => expect(dying?.done).toEqual(['one']))
  const other = jobsOf(await joinReplica(server, 'B'), server, async () => undefined)
  // Without cleanup, as after kill -9.
  await replicas[0]?.redis.close()
  await dying?.jobs.close()
  await vi.waitFor(() => expect(other.done).toEqual(['one']), { interval: 20 })
})

it('while Redis is down each replica refreshes by itself at once; afterwards jobs are used again', async () => {
  const { all, server, replicas } = await start(2)
  const takes = (at: number) => all.map(({ jobs }) => jobs.delegate(list('one'), at))
  expect(takes(1)).toEqual([true, true])
  await vi.waitFor(() => expect(flat(all)).toHaveLength(1))
  server.signal('SIGSTOP')
  await Promise.all(replicas.map(({ redis: line }) => line.run((redis) => redis.ping())))
  expect(takes(100_000)).toEqual([false, false])
  await pause(1_000)
  server.signal('SIGCONT')
  await vi.waitFor(() => expect(takes(200_000)).toEqual([true, true]))
  await vi.waitFor(() => expect(flat(all)).toHaveLength(2))
  await server.kill()
  await vi.waitFor(() => expect(takes(300_000)).toEqual([false, false]))
  await pause(1_000)
  await server.restart()
  await vi.waitFor(() => expect(takes(400_000)).toEqual([true, true]))
  await vi.waitFor(() => expect(flat(all)).toHaveLength(3))
  expect(all.flatMap(({ said }) => said)).toEqual([])
})
