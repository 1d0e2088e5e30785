// Refresh jobs in a real Redis when a replica dies, and while Redis is down.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { completedJobs, impatient, jobOf, joinReplica, refreshJobsOf, startRefreshJobs } from '../../test/kit/redis.ts'

it('the job of a replica that was killed is done by another', async () => {
  const { server, all, replicas } = await startRefreshJobs(1, () => new Promise(() => undefined), impatient)
  const [dying] = all
  dying?.jobs.delegate(jobOf('one'), Date.now())
  await vi.waitFor(() => expect(dying?.done).toEqual(['one']))
  const other = refreshJobsOf(await joinReplica(server, 'B'), server, async () => undefined)
  // Without cleanup, as after kill -9.
  await replicas[0]?.redis.close()
  await dying?.jobs.close()
  await vi.waitFor(() => expect(other.done).toEqual(['one']), { interval: 20 })
})

it('while Redis is down each replica refreshes by itself at once; afterwards jobs are used again', async () => {
  const { all, server, replicas } = await startRefreshJobs(2, undefined, impatient)
  const takes = (at: number) => all.map(({ jobs }) => jobs.delegate(jobOf('one'), at))
  expect(takes(1)).toEqual([true, true])
  await vi.waitFor(() => expect(completedJobs(all)).toHaveLength(1))
  server.signal('SIGSTOP')
  await Promise.all(replicas.map(({ redis: line }) => line.run((redis) => redis.ping())))
  expect(takes(100_000)).toEqual([false, false])
  await pause(1_000)
  server.signal('SIGCONT')
  await vi.waitFor(() => expect(takes(200_000)).toEqual([true, true]))
  await vi.waitFor(() => expect(completedJobs(all)).toHaveLength(2))
  await server.kill()
  await vi.waitFor(() => expect(takes(300_000)).toEqual([false, false]))
  await pause(1_000)
  await server.restart()
  await vi.waitFor(() => expect(takes(400_000)).toEqual([true, true]))
  await vi.waitFor(() => expect(completedJobs(all)).toHaveLength(3))
  expect(all.flatMap(({ said }) => said)).toEqual([])
})
