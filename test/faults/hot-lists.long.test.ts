// Tests faults on nearly half of the hot lists' upstreams at once: each has the right name, the other lists are unaffected, and all recover.
import { expect, it, vi } from 'vitest'
import { hotListAnswers } from '../../src/contract/hotlist.ts'
import { errorResponse } from '../../src/contract/hotlist-error.ts'
import { reports } from '../../src/contract/hotlist-reports.ts'
import type { FaultKind, FaultRule } from '../../standin/faults.ts'
import { enabledIds, type HotTrawl, makeRunningClock, startHotTrawl } from '../kit/hot-trawl.ts'

const hour = 60 * 60_000

/** A host with one fault, the lists that only use this host, and the expected failure name. */
type Ill = readonly [kind: FaultKind, host: string, ids: readonly string[], called: string, amount?: number]

/** Every kind of fault once. */
const ill: readonly Ill[] = [
  ['slow-start', 'm.douban.com', ['douban'], 'timeout', 60_000],
  ['slow-drip', 'mainssl.geekpark.net', ['geekpark'], 'timeout', 20],
  ['hang', 'www.ithome.com', ['ithome', 'ithome-xijiayi'], 'timeout'],
  ['endless', 'wap.newsmth.net', ['newsmth'], 'timeout'],
  ['reset', 'www.toutiao.com', ['toutiao'], 'network'],
  ['half', 'pbaccess.video.qq.com', ['qqvideo-tv-hotsearch'], 'network'],
  ['500', 'tieba.baidu.com', ['tieba'], 'unavailable'],
  ['502', 'cache.thepaper.cn', ['thepaper'], 'unavailable'],
  ['503', 'i.news.qq.com', ['tencent-hot'], 'unavailable'],
  ['504', 'gw-c.nowcoder.com', ['nowcoder'], 'unavailable'],
  ['429', 'api.mktnews.net', ['mktnews-flash'], 'blocked'],
  ['429-retry-after', 'store.steampowered.com', ['steam'], 'blocked', 30],
  ['challenge-403', 'api.dongqiudi.com', ['dongqiudi'], 'blocked'],
  ['challenge-503', 'api.coolapk.com', ['coolapk'], 'blocked'],
  ['challenge-200', 'www.jin10.com', ['jin10'], 'blocked'],
  ['shell', 'mesh.if.iqiyi.com', ['iqiyi-hot-ranklist'], 'mismatch'],
  ['no-posts', 'www.ifeng.com', ['ifeng'], 'mismatch'],
  ['garbage', 'sputniknews.cn', ['sputniknewscn'], 'mismatch'],
  ['truncated', 'daily.zhihu.com', ['zhihu-daily'], 'mismatch'],
  ['sends-gbk', 'www.cls.cn', ['cls-telegraph', 'cls-depth', 'cls-hot'], 'answered'],
  ['declares-gbk', 'www.v2ex.com', ['v2ex-share', 'v2ex-hot', 'v2ex-latest'], 'answered'],
  ['huge', 'r.inews.qq.com', ['qq-news'], 'mismatch'],
  ['bomb', 'bbs.pcbeta.com', ['pcbeta-windows11'], 'mismatch', 64],
]
const rules: readonly FaultRule[] = ill.map(([kind, host, , , amount]) =>
  amount === undefined ? { kind, host } : { kind, host, amount },
)
const illBy = new Map(ill.flatMap(([kind, , ids, called]) => ids.map((id) => [id, { kind, called }] as const)))
const lost = new Map([...illBy].filter(([, { called }]) => called !== 'answered'))
const well = enabledIds.filter((id) => !lost.has(id))

async function batchOf({ ask }: HotTrawl, query = '') {
  const response = await ask(`/api/v1/batch?limit=50&sources=${enabledIds.join(',')}${query}`)
  return hotListAnswers.batch.parse(response.json())
}

/** The item ids of each list. */
function idsOf(results: readonly { readonly id: string; readonly data: readonly { readonly id: string }[] }[]) {
  return new Map(results.map(({ id, data }) => [id, data.map((item) => item.id)]))
}

/**
 * Waits until all lists, forced again, are without failures. On a busy machine the stand-in, which gets 200 concurrent
 * requests in the same process, may reply late; those failures must pass too.
 */
function recovered(service: HotTrawl) {
  return vi.waitFor(
    async () => {
      service.time.advance(2 * hour)
      const { summary } = await batchOf(service)
      expect(summary).toMatchObject({ success: enabledIds.length, failed: 0 })
      const { results } = await batchOf(service, '&force=1')
      expect(results.filter(({ error, stale }) => error !== undefined || stale)).toEqual([])
      return results
    },
    { timeout: 120_000, interval: 0 },
  )
}

it('without older lists the others come whole, and the faulty ones are failures named for what they are', {
  timeout: 240_000,
}, async () => {
  const service = await startHotTrawl({ time: makeRunningClock(), hasSourceTimeouts: true })
  const { standin, ask, errors } = service
  const healthy = idsOf((await batchOf(await startHotTrawl())).results)
  standin.setFaults(...rules)

  const response = await ask('/api/v1/sources/hot/batch?limit=50&concurrency=10&timeout=6000')
  const { data, meta } = hotListAnswers.hotBatch.parse(response.json())
  expect(meta).toMatchObject({ total: enabledIds.length, success: well.length, failed: lost.size })
  for (const id of well)
    expect(
      data[id]?.items.map((item) => item.id),
      id,
    ).toEqual(healthy.get(id))
  for (const [id, { kind, called }] of lost) {
    expect(data[id], id).toMatchObject({ success: false, items: [], count: 0, updatedAt: null })
    // A retried request may still be running.
    expect([called, 'timeout'], `${id} ${kind}`).toContain(data[id]?.error?.kind)
  }

  // Unfinished asks continue; a request for a single list waits for its result, which the report shows too.
  const [single, older] = await Promise.all([ask('/api/v1/sources/ithome'), ask('/api/hot-list?id=ithome')])
  expect(errorResponse.parse(single.json())).toMatchObject({ statusCode: 504, error: { code: 'TIMEOUT' } })
  expect(errorResponse.parse(older.json())).toMatchObject({ statusCode: 502, error: { code: 'UPSTREAM_FAILED' } })
  await vi.waitFor(
    async () => {
      const { stats } = reports.errors.parse((await ask('/api/v1/errors?limit=200')).json())
      const kinds = new Map(stats.map(({ source, errorTypes }) => [source, errorTypes]))
      for (const [id, { kind, called }] of lost) expect(kinds.get(id), `${id} ${kind}`).toHaveProperty(called)
    },
    { timeout: 60_000, interval: 50 },
  )

  standin.setFaults()
  expect(idsOf(await recovered(service))).toEqual(healthy)
  expect(errors).toEqual([])
  console.info(`hot lists: ${ill.length} kinds of faults, ${lost.size} lists lost, ${well.length} came whole`)
})

it('with older lists the faulty ones are served as they were, stale and with their failure, and recover', {
  timeout: 240_000,
}, async () => {
  const service = await startHotTrawl({ time: makeRunningClock(), hasSourceTimeouts: true })
  const { standin, time, errors } = service
  const healthy = idsOf((await batchOf(service)).results)
  const given = time.epochMs()
  time.advance(2 * hour)
  standin.setFaults(...rules)

  const { results, summary } = await batchOf(service, '&force=1')
  expect(summary).toEqual({ total: enabledIds.length, success: enabledIds.length, failed: 0, invalid: 0 })
  expect(idsOf(results)).toEqual(healthy)
  for (const { id, stale, cached, updatedAt, error } of results) {
    const isOld = (updatedAt ?? 0) <= given
    const called = lost.get(id)?.called
    expect([stale, cached, isOld, error?.kind], id).toEqual([
      called !== undefined,
      called !== undefined,
      called !== undefined,
      called,
    ])
  }

  standin.setFaults()
  const fresh = await recovered(service)
  expect(idsOf(fresh)).toEqual(healthy)
  expect(fresh.filter(({ cached }) => cached)).toEqual([])
  expect(errors).toEqual([])
})
