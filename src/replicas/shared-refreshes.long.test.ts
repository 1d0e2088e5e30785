// Lists refreshed by three replicas over one Redis: once for all, and by each replica while Redis is down.
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestBans } from '../../test/kit/disk.ts'
import { staying } from '../../test/kit/hot-lists.ts'
import type { TestRedis } from '../../test/kit/redis.ts'
import { makeSharing, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { buildLists, type HotList } from '../hotlist/build-lists.ts'
import { createHotLists, onAskEnd, onRemoteAskEnd } from '../hotlist/create-hot-lists.ts'
import { createRefreshSchedule } from '../hotlist/refresh/schedule.ts'
import { createSharedRefreshJobs } from './refresh-jobs.ts'

/** Shorter than any interval that a list may have. */
function hasty(list: HotList): HotList {
  return { ...list, interval: 1, source: { ...list.source, limits: { ...list.source.limits, freshMs: 1_000 } } }
}

/** A list with a new item at each ask. */
function makeSite() {
  const site = { asked: 0 }
  const ask = async () => {
    site.asked += 1
    return [{ id: `x${site.asked}`, title: 'x', url: 'https://a.site.test/x' }]
  }
  const shown = { name: 'site a', home: 'https://a.site.test/', column: 'tech', color: '#336699' }
  const lists = { a: { type: 'hottest', interval: 30, limits: { attempts: 1 }, ask } }
  return { site, all: new Map(buildLists('a', { ...shown, lists }).map((list) => [list.id, hasty(list)])) }
}

/** A replica with active clients for all lists, which checks several times a second whether one is due. */
async function begin(replica: TestReplica, { url }: TestRedis, all: ReadonlyMap<string, HotList>) {
  const log = pino({ level: 'silent' })
  const schedule = createRefreshSchedule(Date.now, Math.random)
  const { upstream, metrics } = makeSharing(replica, {
    heard: onAskEnd(all, schedule, log),
    learned: onRemoteAskEnd(all, schedule),
  })
  const connect = () => new Redis(url.href, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 50 })
  const jobs = createSharedRefreshJobs({ redis: replica.redis, connect, log, epochMs: Date.now, checkMs: 500 })
  const hot = createHotLists({ all, upstream, schedule, bans: createTestBans(), jobs, metrics, log, epochMs: Date.now })
  const timer = setInterval(hot.refresher.tick, 50)
  onTestFinished(async () => {
    clearInterval(timer)
    hot.following.close()
    await jobs.close()
  })
  for (const list of all.values()) await hot.lists.one(list, { force: false, signal: staying() })
  return { jobs }
}

it('a list due on three replicas is refreshed by one of them, and by each while Redis is down', async () => {
  const { replicas, server } = await startReplicas(3)
  const { site, all } = makeSite()
  const three = await Promise.all(replicas.map((replica) => begin(replica, server, all)))
  const done = () => three.reduce((sum, { jobs }) => sum + jobs.counts().done, 0)
  const askedAgain = (times: number) => {
    const before = site.asked
    return vi.waitFor(() => expect(site.asked).toBeGreaterThanOrEqual(before + times))
  }

  const [askedFirst, doneFirst] = [site.asked, done()]
  await askedAgain(4)
  // Each ask is a job, which one replica does; the latest may still run.
  expect(site.asked - askedFirst).toBeLessThanOrEqual(done() - doneFirst + 1)

  await server.kill()
  await vi.waitFor(() => expect(replicas.some(({ redis }) => redis.isUp())).toBe(false))
  const doneBefore = done()
  await askedAgain(4)
  expect(done()).toBe(doneBefore)

  await server.restart()
  await vi.waitFor(() => expect(replicas.every(({ redis }) => redis.isUp())).toBe(true))
  await vi.waitFor(() => expect(done()).toBeGreaterThan(doneBefore))
  const [askedLater, doneLater] = [site.asked, done()]
  await askedAgain(3)
  expect(site.asked - askedLater).toBeLessThanOrEqual(done() - doneLater + 1)
})
