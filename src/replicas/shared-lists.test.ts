// Hot lists of two replicas over one Redis: one asks, both have the result, on one schedule.
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestBans } from '../../test/kit/disk.ts'
import { staying } from '../../test/kit/hot-lists.ts'
import { makeSharing, startReplicas, type TestReplica } from '../../test/kit/redis.ts'
import { buildLists, type HotList } from '../hotlist/build-lists.ts'
import { createHotLists, onAskEnd, onRemoteAskEnd } from '../hotlist/create-hot-lists.ts'
import { createRefreshSchedule } from '../hotlist/refresh/schedule.ts'
import { UpstreamError } from '../upstream/errors.ts'

/** A list that counts its asks over all replicas; `says` makes its answer from the count. */
function makeSite(says: (count: number) => string) {
  const site = { asked: 0 }
  const lists = buildLists('a', {
    ...{ name: 'site a', home: 'https://a.site.test/', column: 'tech', color: '#336699' },
    lists: {
      a: {
        type: 'hottest',
        interval: 60,
        limits: { attempts: 1 },
        ask: async () => {
          site.asked += 1
          const id = says(site.asked)
          return [{ id, title: id, url: `https://a.site.test/${id}` }]
        },
      },
    },
  })
  return { site, all: new Map(lists.map((list) => [list.id, list])) }
}

function makeReplica(replica: TestReplica, all: ReadonlyMap<string, HotList>, epochMs: () => number) {
  const schedule = createRefreshSchedule(epochMs, () => 0)
  const lines: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
  const tell = onAskEnd(all, schedule, log)
  const sharing = makeSharing(replica, { heard: tell, learned: onRemoteAskEnd(all, schedule), epochMs })
  const { upstream, metrics } = sharing
  const hot = createHotLists({ all, upstream, schedule, bans: createTestBans(), metrics, log, epochMs })
  onTestFinished(hot.following.close)
  const list = all.get('a')
  if (!list) throw new Error('there should be one')
  const ask = async (force = false) => await hot.lists.one(list, { force, signal: staying() })
  return { ...sharing, ...hot, list, schedule, lines, ask }
}

async function startPair(says: (count: number) => string) {
  const { server, replicas } = await startReplicas(2)
  const { site, all } = makeSite(says)
  const clock = { aheadMs: 0 }
  const [a = expect.fail(), b = expect.fail()] = replicas.map((replica) =>
    makeReplica(replica, all, () => Date.now() + clock.aheadMs),
  )
  return { server, site, clock, a, b }
}

function idsOf({ items }: { readonly items: readonly ({ readonly id: string } | undefined)[] }): readonly unknown[] {
  return items.map((item) => item?.id)
}

describe('a list of two replicas', () => {
  it('is asked once, and due at both at about the same time', async () => {
    const { a, b, site } = await startPair((count) => `x${count}`)
    expect(idsOf(await a.ask())).toEqual(['x1'])
    await vi.waitFor(() => expect(b.schedule.dueAt(b.list)).toBeDefined())
    expect(Math.abs((b.schedule.dueAt(b.list) ?? 0) - (a.schedule.dueAt(a.list) ?? 0))).toBeLessThan(1_000)
    expect(await b.ask()).toMatchObject({ isCached: true, isStale: false })
    expect(site.asked).toBe(1)
  })

  it('that is due at both is refreshed by one of them, and once more by the next time it is due', async () => {
    const { a, b, site, clock } = await startPair((count) => `x${count}`)
    await a.ask()
    for (const { refresher, list } of [a, b]) refresher.keepFresh(list)
    for (const asked of [2, 3]) {
      await vi.waitFor(() => expect(b.learned).toHaveLength(asked - 1))
      clock.aheadMs += 2 * 3_600_000
      for (const { refresher } of [a, b]) refresher.tick()
      await vi.waitFor(() => expect(site.asked).toBe(asked))
      await vi.waitFor(async () => {
        for (const { list, lists } of [a, b])
          expect(idsOf((await lists.known(list)) ?? expect.fail())).toEqual([`x${asked}`])
      })
    }
    expect(site.asked).toBe(3)
  })

  it('reaches clients that follow it on the other at once', async () => {
    const { a, b } = await startPair((count) => `x${count}`)
    await a.ask()
    await vi.waitFor(() => expect(b.learned).toHaveLength(1))
    const heard: string[] = []
    const follower = b.following.subscribe()
    follower?.onChange([b.list], ({ id }) => void heard.push(id))
    await b.ask()
    await a.ask(true)
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), { interval: 5 })
    const known = await b.lists.known(b.list)
    expect(known && idsOf(known)).toEqual(['x2'])
    follower?.unsubscribe()
  })

  it('fails and recovers on both, and only the asking replica logs it', async () => {
    const { a, b, site } = await startPair((count) => {
      if (count !== 2) return `x${count}`
      throw new UpstreamError('unavailable', 'down for repair')
    })
    await a.ask()
    await a.ask(true)
    await vi.waitFor(() => expect(b.schedule.isFailing(b.list)).toBe(true))
    expect(await b.ask()).toMatchObject({ isStale: true, failure: { kind: 'unavailable' } })
    expect(site.asked).toBe(2)
    expect([a.lines.join().includes('hot list is failing'), b.lines]).toEqual([true, []])
  })

  it('that recovered while one replica missed messages recovers there too', async () => {
    const { server, a, b, site } = await startPair((count) => {
      if (count !== 1) return `x${count}`
      throw new UpstreamError('unavailable', 'down for repair')
    })
    const ups = () => [a.line.isUp(), b.line.isUp()]
    await server.kill()
    await vi.waitFor(() => expect(ups()).toEqual([false, false]))
    await b.ask()
    expect(b.schedule.isFailing(b.list)).toBe(true)
    const failedAt = Date.now()
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(failedAt), { interval: 1 })
    expect(idsOf(await a.ask())).toEqual(['x2'])
    await server.restart()
    await vi.waitFor(() => expect(ups()).toEqual([true, true]))
    await a.ask()
    expect(idsOf(await b.ask())).toEqual(['x2'])
    expect(b.schedule.isFailing(b.list)).toBe(false)
    expect(site.asked).toBe(2)
  })
})
