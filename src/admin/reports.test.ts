// Reports: the system status by the health rule, metrics and errors.
import { describe, expect, it } from 'vitest'
import { createTestBans } from '../../test/kit/disk.ts'
import { makeHotLists } from '../../test/kit/hot-lists.ts'
import { reports } from '../contract/hotlist-reports.ts'
import type { Failure, Outcome } from '../upstream/source.ts'
import { errorReport, healthReport, type RecentYields, sourceFigures } from './reports.ts'

const minute = 60_000
const good: Outcome<string> = { state: 'fresh', items: ['x'], at: new Date(0), tookMs: 100 }
const timeout: Failure = { kind: 'timeout', detail: 'no whole answer in time' }

/** Lists `list0` to `list9`, one disabled list, and their health report. */
function make(searchSources: readonly string[] = [], bans = createTestBans()) {
  const ids = Array.from({ length: 10 }, (_, at) => `list${at}`)
  const rows = Object.fromEntries(ids.map((id) => [id, {}]))
  const { lists, statistics, time } = makeHotLists({ ...rows, off: { isOff: true } })
  const heard = (how: Outcome<string>, ...sources: readonly string[]) => {
    for (const source of sources) statistics.record(source, how)
  }
  const failing = (...sources: readonly string[]) =>
    heard({ state: 'failed', failure: timeout, tookMs: 4_000 }, ...sources)
  const doing = (...sources: readonly string[]) => heard(good, ...sources)
  const yields: RecentYields = new Map([['tg:demo_share', { links: 12, kinds: ['movie'] }]])
  const health = (problems: readonly string[] = [], notices: readonly string[] = [], isBlocked = false) => {
    const memory = { heapUsed: 1, heapTotal: 2, rss: 3 }
    const processHealth = () => ({ uptimeMs: 61_900, nodeVersion: 'v24.0.0', memory, isBlocked, problems, notices })
    const switches = { isOn: () => true }
    const deps = { hotLists: { lists }, statistics, searchSources, processHealth, bans, switches, epochMs: time.now }
    const report = healthReport(deps, yields)
    return reports.health.parse({ apiVersion: '1.0', timestamp: time.now(), ...report })
  }
  return { ids, statistics, time, heard, failing, doing, health }
}

it('names no banned channel', () => {
  const { health } = make(['tg:demo_share', 'tg:other', 'plugin:labi'], createTestBans(['channel', 'Other']))
  expect(health().search).toMatchObject({ total: 2, details: [{ id: 'tg:demo_share' }, { id: 'plugin:labi' }] })
})

it('says what a search source published lately, where that is known', () => {
  const { details } = make(['tg:demo_share', 'plugin:labi']).health().search
  expect(details.map(({ last30Days }) => last30Days)).toEqual([{ links: 12, kinds: ['movie'] }, undefined])
})

it('says since when a source is asleep, and when it is tried next', async () => {
  const day = 24 * 60 * minute
  const { time, failing, doing, health } = make(['plugin:gone', 'plugin:other'])
  for (let at = 0; at <= 7; at += 1) {
    if (at > 0) await time.advance(day)
    doing('plugin:other')
    failing('plugin:gone')
  }
  const asleep = { since: time.now(), nextTrialAt: time.now() + day }
  expect(health().search.details.map((source) => source.asleep)).toEqual([asleep, undefined])
})

describe('the status of the system', () => {
  it('is healthy on a fresh start, when nothing is known of any source', () => {
    expect(make().health()).toMatchObject({
      status: 'healthy',
      reasons: [],
      system: { uptime: 61, nodeVersion: 'v24.0.0', memory: { heapUsed: 1, heapTotal: 2, rss: 3 } },
      sources: { total: 11, enabled: 10, health: { healthy: 0, degraded: 0, unhealthy: 0, unknown: 11 } },
    })
  })

  it('is healthy when all that were asked are', () => {
    const { doing, health } = make()
    doing('list0', 'list1')
    expect(health()).toMatchObject({ status: 'healthy', sources: { health: { healthy: 2, unknown: 9 } } })
  })

  it('is degraded when more than a tenth of the lists asked in the last ten minutes are unhealthy, and unhealthy when more than half are', () => {
    const { ids, doing, failing, health } = make()
    doing(...ids.slice(1))
    failing('list0')
    expect(health()).toMatchObject({ status: 'healthy', reasons: [] })
    failing('list1', 'list1')
    const reasons = ['2 of 10 hot lists asked in the last 10 minutes are unhealthy']
    expect(health()).toMatchObject({
      status: 'degraded',
      reasons,
      services: { search: 'healthy', hotlist: 'degraded' },
    })
    for (const id of ids.slice(2, 5)) failing(id, id)
    expect(health().status).toBe('degraded')
    failing('list5', 'list5')
    expect(health()).toMatchObject({
      status: 'unhealthy',
      reasons: ['6 of 10 hot lists asked in the last 10 minutes are unhealthy'],
      services: { search: 'healthy', hotlist: 'unhealthy' },
    })
  })

  it('does not go by lists that are degraded', () => {
    const { ids, doing, failing, health } = make()
    failing(...ids)
    doing(...ids)
    expect(health()).toMatchObject({ status: 'healthy', reasons: [], sources: { health: { degraded: 10 } } })
  })

  it('does not go by what was not asked within ten minutes, nor by a list that is off', async () => {
    const { doing, failing, health, time } = make()
    failing('list0', 'list1', 'off')
    await time.advance(10 * minute - 1)
    doing('list2', 'list3', 'list4')
    expect(health().reasons).toEqual(['2 of 5 hot lists asked in the last 10 minutes are unhealthy'])
    await time.advance(1)
    expect(health()).toMatchObject({ status: 'healthy', sources: { health: { unhealthy: 3 } } })
  })

  it('goes by what a breaker refuses as long as it does, and no longer', () => {
    const { doing, health, heard } = make()
    const open: Failure = { kind: 'open', detail: 'left alone for a while' }
    doing('list0')
    for (let count = 0; count < 20; count += 1) heard({ state: 'failed', failure: open }, 'list0')
    expect(health()).toMatchObject({ status: 'unhealthy', services: { hotlist: 'unhealthy' } })
    doing('list0')
    expect(health().status).toBe('healthy')
  })

  it('is the worse one of the search and of the lists, each judged by its own sources', () => {
    const { ids, doing, failing, health } = make(['tg:some', 'tg:other'])
    doing(...ids)
    failing('tg:some', 'tg:other')
    expect(health()).toMatchObject({
      status: 'unhealthy',
      reasons: ['2 of 2 search sources asked in the last 10 minutes are unhealthy'],
      services: { search: 'unhealthy', hotlist: 'healthy' },
      search: { total: 2, health: { unhealthy: 2 }, details: [{ id: 'tg:some' }, { id: 'tg:other' }] },
    })
    for (let count = 0; count < 2; count += 1) doing('tg:some', 'tg:other')
    expect(health()).toMatchObject({ status: 'healthy', services: { search: 'healthy', hotlist: 'healthy' } })
  })

  it('is degraded while the store is in trouble, and unhealthy while the event loop is blocked', () => {
    const { health } = make()
    const services = { search: 'healthy', hotlist: 'healthy' }
    const reasons = ['the store is down']
    expect(health(reasons)).toMatchObject({ status: 'degraded', reasons, services })
    expect(health(reasons, [], true)).toMatchObject({ status: 'unhealthy', reasons, services })
  })

  it('stays healthy for what is over, and says it', () => {
    const reasons = ['a file was set aside']
    expect(make().health([], reasons)).toMatchObject({ status: 'healthy', reasons })
  })

  it('comes with what is known of each source, also of one that is turned off', () => {
    const { failing, doing, health, time } = make()
    failing('list1')
    doing('list1')
    const { details } = health()
    expect(details.map(({ id }) => id)).toHaveLength(11)
    expect(details[1]).toEqual({
      id: 'list1',
      name: 'site list1',
      enabled: true,
      health: 'degraded',
      totalRequests: 2,
      successRate: 0.5,
      avgResponseTime: 2_050,
      lastSuccess: time.now(),
      lastError: { kind: 'timeout', message: timeout.detail, at: time.now() },
      lastDay: [{ at: Math.floor(time.now() / 3_600_000) * 3_600_000, requests: 2, failed: 1 }],
    })
    expect(details[10]).toMatchObject({
      id: 'off',
      enabled: false,
      health: 'unknown',
      totalRequests: 0,
      lastError: null,
    })
  })
})

it('the figures of sources have the busiest first, and what a breaker refused apart', () => {
  const { failing, doing, heard, statistics } = make()
  doing('list0', 'list1', 'list1')
  failing('list1')
  heard({ state: 'failed', failure: { kind: 'open', detail: 'left alone' }, tookMs: 0 }, 'list1', 'list2')
  expect(sourceFigures(statistics)).toEqual([
    { source: 'list1', requests: 3, refused: 1, successRate: 0.6667, avgResponseTime: 1_400, health: 'degraded' },
    { source: 'list0', requests: 1, refused: 0, successRate: 1, avgResponseTime: 100, health: 'healthy' },
    { source: 'list2', requests: 0, refused: 1, successRate: 0, avgResponseTime: 0, health: 'unhealthy' },
  ])
})

describe('the errors', () => {
  async function makeFailed() {
    const made = make()
    const { failing, doing, statistics, time } = made
    const begun = time.now()
    failing('list0')
    await time.advance(minute)
    statistics.record('list1', { state: 'failed', failure: { kind: 'blocked', detail: 'answered 403' } })
    failing('list1')
    doing('list2')
    const report = (wanted: { readonly source?: string; readonly limit?: number; readonly since?: number } = {}) => {
      const { stats, errors, count } = errorReport({ limit: 50, ...wanted }, statistics)
      reports.errors.parse({ apiVersion: '1.0', timestamp: time.now(), stats, errors, count })
      return { count, stats, errors }
    }
    return { report, begun }
  }

  it('are counted by source and kind, the most frequent first, and listed newest first', async () => {
    const { report, begun } = await makeFailed()
    const late = { message: timeout.detail, kind: 'timeout', at: begun + minute }
    expect(report()).toEqual({
      count: 3,
      stats: [
        { source: 'list1', count: 2, lastError: late, errorTypes: { blocked: 1, timeout: 1 } },
        { source: 'list0', count: 1, lastError: { ...late, at: begun }, errorTypes: { timeout: 1 } },
      ],
      errors: [
        { source: 'list1', ...late },
        { source: 'list1', kind: 'blocked', message: 'answered 403', at: begun + minute },
        { source: 'list0', ...late, at: begun },
      ],
    })
  })

  it('are those of one source, since a time, or the first few where that is wanted', async () => {
    const { report, begun } = await makeFailed()
    expect(report({ source: 'list0' })).toMatchObject({ count: 1, stats: [{ source: 'list0' }] })
    expect(report({ since: begun + 1 })).toMatchObject({ count: 2, stats: [{ source: 'list1' }] })
    expect(report({ limit: 1 })).toMatchObject({ count: 1, stats: [{ count: 2 }, { count: 1 }] })
    expect(report({ source: 'list2' })).toEqual({ count: 0, stats: [], errors: [] })
  })

  it('are none where nothing failed', () => {
    expect(errorReport({ limit: 50 }, make().statistics)).toEqual({ count: 0, stats: [], errors: [] })
  })
})
