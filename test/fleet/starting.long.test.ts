// Tests that a replica starts without its shared servers, reports that, and joins when they are available.
import { expect, test } from 'vitest'
import { startReplica, untilDegraded, untilWell } from '../kit/fleet.ts'
import { askedFor } from '../kit/fleet-trial.ts'
import { startPostgres } from '../kit/postgres.ts'
import { startRedis } from '../kit/redis.ts'

const search = '/api/search?kw=linux&src=tg&channels=demo_share'

test('replicas that are started again without Redis and PostgreSQL answer alone, and join once those are there', async () => {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
  const shared = { REDIS_URL: redis.url.href, DATABASE_URL: postgres.url.href }
  const [first, second] = await Promise.all([startReplica('a', shared), startReplica('b', shared)])
  const both = [first, second]
  await untilWell(both)
  await Promise.all([first.kill(), second.kill(), redis.kill(), postgres.kill()])
  await Promise.all([first.start(), second.start()])
  for (const replica of both) {
    await untilDegraded(replica, /Redis/)
    await untilDegraded(replica, /PostgreSQL/)
    const { status, text } = await replica.ask(search)
    expect([status, JSON.parse(text).meta.sources.failed]).toEqual([200, 0])
    expect((await replica.ask('/api/v1/sources/zhihu')).status).toBe(200)
    expect(replica.program().output()).not.toContain('secret')
  }
  await Promise.all([redis.restart(), postgres.restart()])
  await untilWell(both)
  await first.ask(search.replace('linux', 'joined'))
  await second.ask(search.replace('linux', 'joined'))
  expect(askedFor(both, ['joined'])).toBe(1)
  const body = { add: [{ kind: 'word', value: 'nobody writes this' }] }
  expect((await first.command('/api/v1/security/bans', { method: 'POST', body })).status).toBe(200)
  const bans = async () => (await second.command('/api/v1/security/bans')).text
  await expect.poll(bans).toContain('nobody writes this')
})

test('a replica that nobody asks anything notices that Redis and PostgreSQL hang, and starts again while they do', async () => {
  const [redis, postgres] = await Promise.all([startRedis(), startPostgres()])
  const shared = { REDIS_URL: redis.url.href, DATABASE_URL: postgres.url.href }
  const replica = await startReplica('a', shared)
  await untilWell([replica])
  redis.signal('SIGSTOP')
  postgres.freeze()
  await Promise.all([untilDegraded(replica, /Redis/), untilDegraded(replica, /PostgreSQL/)])
  await replica.kill()
  await replica.start()
  expect((await replica.ask(search)).status).toBe(200)
  await Promise.all([untilDegraded(replica, /Redis/), untilDegraded(replica, /PostgreSQL/)])
  redis.signal('SIGCONT')
  postgres.thaw()
  await untilWell([replica])
})
