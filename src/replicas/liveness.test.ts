// Liveness of a replica over a real Redis: its id lives while it does, and a new one begins when Redis comes back.
import { expect, it, vi } from 'vitest'
import { impatient, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import type { LivenessTimings } from './liveness.ts'

async function startOne(timings: LivenessTimings, redisTimings = {}) {
  const { replicas, server } = await startReplicas(1, redisTimings)
  const [replica = expect.fail()] = replicas
  const alive = async () => (await server.client.keys('trawl:2:alive:*')).map((key) => key.split(':').at(-1))
  return { replica, liveness: replica.liveness(timings), server, alive }
}

async function isDown({ redis }: TestReplica): Promise<void> {
  await redis.run((commands) => commands.ping())
  expect(redis.isUp()).toBe(false)
}

it('a replica is alive at once and as long as it renews that, also when Redis was emptied, and no longer once it ends', async () => {
  const { liveness, server, alive } = await startOne({ expiryMs: 60_000, renewMs: 50 })
  await vi.waitFor(async () => expect(await alive()).toEqual([liveness.id()]))
  await server.client.flushall()
  await vi.waitFor(async () => expect(await alive()).toEqual([liveness.id()]))
  await liveness.close()
  expect(await alive()).toEqual([])
})

it('a replica that renews nothing is dead after the expiry', async () => {
  const { alive } = await startOne({ expiryMs: 100, renewMs: 60_000 })
  await vi.waitFor(async () => expect(await alive()).toEqual([]))
})

it('a replica lives under another id when Redis comes back, so what was granted to the earlier one is free', async () => {
  const { replica, liveness, server, alive } = await startOne({ expiryMs: 60_000, renewMs: 50 }, impatient)
  await vi.waitFor(async () => expect(await alive()).toEqual(['A1']))
  server.signal('SIGSTOP')
  await isDown(replica)
  server.signal('SIGCONT')
  await vi.waitFor(() => expect(replica.redis.isUp()).toBe(true))
  expect(liveness.id()).toBe('A2')
  await vi.waitFor(async () => expect(await alive()).toEqual(['A2']))
})
