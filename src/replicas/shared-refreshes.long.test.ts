// Lists refreshed by three replicas over one Redis: once for all, and by each replica while Redis is down.
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestBans } from '../../test/kit/disk.ts'
import { staying } from '../../test/kit/hot-lists.ts'
import { makeSharing, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { buildLists, type HotList } from '../hotlist/build-lists.ts'
import { createHotLists, onAskEnd, onRemoteAskEnd } from '../hotlist/create-hot-lists.ts'
import { createRefreshSchedule } from '../hotlist/refresh/schedule.ts'

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
async function begin(replica: TestReplica, all: ReadonlyMap<string, HotList>) {
  const log = pino({ level: 'silent' })
  const schedule = createRefreshSchedule(Date.now, Math.random)
  const { upstream, metrics } = makeSharing(replica, {
    heard: onAskEnd(all, schedule, log),
    learned: onRemoteAskEnd(all, schedule),
  })
  const hot = createHotLists({ all, upstream, schedule, bans: createTestBans(), metrics, log, epochMs: Date.now })
  const timer = setInterval(hot.refresher.tick, 50)
  onTestFinished(() => {
    clearInterval(timer)
    hot.following.close()
  })
  for (const list of all.values()) await hot.lists.one(list, { force: false, signal: staying() })
}

/** The list has an interval of one second and is asked as soon as it is over; a busy machine asks more seldom. */
function mostAsks(sinceMs: number): number {
  return Math.floor((Date.now() - sinceMs) / 1_000) + 1
}

it('a list due on three replicas is asked for by one of them, and by each while Redis is down', async () => {
  const { replicas, server } = await startReplicas(3)
  const { site, all } = makeSite()
  await Promise.all(replicas.map((replica) => begin(replica, all)))
  const askedAgain = async (times: number) => {
    const [before, since] = [site.asked, Date.now()]
    await vi.waitFor(() => expect(site.asked).toBeGreaterThanOrEqual(before + times))
    return { asks: site.asked - before, most: mostAsks(since) }
  }

  const shared = await askedAgain(4)
  expect(shared.asks).toBeLessThanOrEqual(shared.most)

  await server.kill()
  await vi.waitFor(() => expect(replicas.some(({ redis }) => redis.isUp())).toBe(false))
  await askedAgain(9)

  await server.restart()
  await vi.waitFor(() => expect(replicas.every(({ redis }) => redis.isUp())).toBe(true))
  // The asks that ran meanwhile have ended.
  await askedAgain(3)
  const sharedAgain = await askedAgain(4)
  expect(sharedAgain.asks).toBeLessThanOrEqual(sharedAgain.most)
})
