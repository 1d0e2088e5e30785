// Tests that a replica starts without Redis, reports that, and joins when Redis is available.
import { expect, test } from 'vitest'
import { startReplica, untilDegraded, untilWell } from '../kit/fleet.ts'
import { askedFor } from '../kit/fleet-trial.ts'
import { startPostgres } from '../kit/postgres.ts'
import { startRedis } from '../kit/redis.ts'

const search = '/api/search?kw=linux&src=tg&channels=demo_share'

test('replicas that are started again without Redis answer alone, and join once it is there', async () => {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
  const shared = { REDIS_URL: redis.url.href, DATABASE_URL: postgres.url.href }
  const [first, second] = await Promise.all([startReplica('a', shared), startReplica('b', shared)])
  const both = [first, second]
  await untilWell(both)
  await Promise.all([first.kill(), second.kill(), redis.kill()])
  await Promise.all([first.start(), second.start()])
  for (const replica of both) {
    await untilDegraded(replica, /Redis/)
    const { status, text } = await replica.ask(search)
    expect([status, JSON.parse(text).meta.sources.failed]).toEqual([200, 0])
    expect((await replica.ask('/api/v1/sources/zhihu')).status).toBe(200)
    expect(replica.program().output()).not.toContain('secret')
  }
  await redis.restart()
  await untilWell(both)
  await first.ask(search.replace('linux', 'joined'))
  await second.ask(search.replace('linux', 'joined'))
  expect(askedFor(both, ['joined'])).toBe(1)
  const body = { add: [{ kind: 'word', value: 'nobody writes this' }] }
  expect((await first.command('/api/v1/security/bans', { method: 'POST', body })).status).toBe(200)
  const bans = async () => (await second.command('/api/v1/security/bans')).text
  await expect.poll(bans).toContain('nobody writes this')
})

test('a replica that nobody asks anything notices that Redis and PostgreSQL hang, and starts again while Redis does', async () => {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
  const shared = { REDIS_URL: redis.url.href, DATABASE_URL: postgres.url.href }
  const replica = await startReplica('a', shared)
  await untilWell([replica])
  redis.signal('SIGSTOP')
  postgres.freeze()
  await Promise.all([untilDegraded(replica, /Redis/), untilDegraded(replica, /PostgreSQL/)])
  await replica.kill()
  postgres.thaw()
  await replica.start()
  expect((await replica.ask(search)).status).toBe(200)
  await untilDegraded(replica, /Redis/)
  redis.signal('SIGCONT')
  await untilWell([replica])
})
