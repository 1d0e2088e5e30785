// Tests many concurrent clients: the full priority queue, and single flight for forced requests.
import { expect, it, vi } from 'vitest'
import { hotListAnswers } from '../../src/contract/hotlist.ts'
import type { FaultRule } from '../../standin/faults.ts'
import { type HotTrawl, makeRunningClock, startHotTrawl } from '../kit/hot-trawl.ts'

async function optimizedOf({ ask }: HotTrawl, query: string) {
  return hotListAnswers.optimized.parse((await ask(`/api/v1/optimized/batch?${query}`)).json())
}

/** The list of each upstream request, where only one list uses the address. */
async function listsByAddress(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const byAddress = new Map<string, string>()
  const { ask, standin } = await startHotTrawl()
  for (const id of ids) {
    const before = standin.asked().length
    await ask(`/api/v1/sources/${id}`)
    for (const { upstreamUrl } of standin.asked().slice(before)) byAddress.set(addressOf(upstreamUrl), id)
  }
  return byAddress
}

/** An address without its time-dependent parameters. */
function addressOf(upstreamUrl: string): string {
  const { host, pathname } = new URL(upstreamUrl)
  return `${host}${pathname.replaceAll(/\d{4}-\d\d-\d\d|\d{10,}/g, 'then')}`
}

/** Lists with one request each, to separate hosts. */
const single = [
  'baidu',
  'chongbuluo-hot',
  'coolapk',
  'dongqiudi',
  'douban',
  'freebuf',
  'github-trending-today',
  'hackernews',
]
  .concat(['hupu', 'ifeng', 'iqiyi-hot-ranklist', 'ithome', 'jin10', 'juejin', 'kaopu', 'kuaishou', 'mktnews-flash'])
  .concat(['nowcoder', 'pcbeta-windows11', 'producthunt', 'qqvideo-tv-hotsearch', 'solidot', 'sputniknewscn', 'sspai'])
  .concat(['steam', 'tencent-hot', 'thepaper', 'tieba', 'toutiao', 'zaobao', 'zhihu', 'aihot', 'gelonghui'])

it('a high batch that comes later begins before the rest of earlier low ones, and is answered before them', async () => {
  const byAddress = await listsByAddress(single)
  expect(byAddress.size).toBe(single.length)
  const service = await startHotTrawl({ time: makeRunningClock() })
  const { standin } = service
  standin.setWeather({ medianMs: 300, p95Ms: 301, hangShare: 0, errorShare: 0, errors: [] })
  const high = single.slice(-5)
  const low = single.slice(0, -5)
  const answered: string[] = []
  const ask = async (priority: string, ids: readonly string[]) => {
    const { summary } = await optimizedOf(service, `priority=${priority}&concurrency=10&sources=${ids.join(',')}`)
    answered.push(priority)
    expect(summary).toMatchObject({ success: ids.length, failed: 0 })
  }
  const lows = [ask('low', low.slice(0, 14)), ask('low', low.slice(14))]
  await vi.waitFor(() => expect(standin.asked().length).toBeGreaterThanOrEqual(10), { interval: 1 })
  const begunBefore = standin.asked().length
  await Promise.all([...lows, ask('high', high)])

  const order = standin.asked().map(({ upstreamUrl }) => byAddress.get(addressOf(upstreamUrl)) ?? upstreamUrl)
  expect(order.toSorted()).toEqual(single.toSorted())
  const lastHigh = Math.max(...high.map((id) => order.indexOf(id)))
  // Those that had already begun, plus at most each slot once more while the request arrived.
  expect(lastHigh).toBeLessThan(begunBefore + high.length + 10)
  expect(answered).toEqual(['high', 'low', 'low'])
})

it.each(['sources/hot/batch?ids', 'optimized/batch?sources'])(
  'six lists that hang do not keep those behind them from being asked: %s',
  async (path) => {
    const hanging = single.slice(0, 6)
    const healthy = single.slice(6, 12)
    const { ask, standin } = await startHotTrawl({ time: makeRunningClock() })
    standin.setFaults(...(await faultsOf(hanging)))
    const answer = await ask(`/api/v1/${path}=${[...hanging, ...healthy].join(',')}&concurrency=5&timeout=8000`)
    const text = answer.body
    for (const id of healthy) expect(text, id).toMatch(new RegExp(`"id":"${id}",("name":"[^"]*",)?"success":true`))
    for (const id of hanging) expect(text, id).toMatch(new RegExp(`"id":"${id}",("name":"[^"]*",)?"success":false`))
  },
)

it('a batch of lists that hang does not keep others from the queue', async () => {
  const { ask, standin } = await startHotTrawl({ time: makeRunningClock() })
  standin.setFaults(...(await faultsOf(single.slice(0, 10))))
  const stuck = ask(`/api/v1/optimized/batch?sources=${single.slice(0, 10).join(',')}&concurrency=10&timeout=8000`)
  await vi.waitFor(() => expect(standin.asked().length).toBe(10), { interval: 1 })
  const asked = `priority=high&timeout=10000&sources=${single.slice(10, 13).join(',')}`
  const answer = await ask(`/api/v1/optimized/batch?${asked}`)
  expect(hotListAnswers.optimized.parse(answer.json()).summary).toMatchObject({ success: 3, failed: 0 })
  await stuck
})

/** Faults that make all hosts of these lists hang. */
async function faultsOf(ids: readonly string[]): Promise<FaultRule[]> {
  const { ask, standin } = await startHotTrawl()
  await ask(`/api/v1/batch?sources=${ids.join(',')}`)
  const hosts = new Set(standin.asked().map(({ upstreamUrl }) => new URL(upstreamUrl).host))
  return [...hosts].map((host) => ({ kind: 'hang', host }))
}

it('within one batch time lines are asked before rankings', async () => {
  const byAddress = await listsByAddress(single)
  const { ask, standin } = await startHotTrawl({ time: makeRunningClock() })
  const { sources } = hotListAnswers.sources.parse((await ask('/api/v1/sources')).json())
  const types = new Map(sources.map(({ id, type }) => [id, type]))
  await ask(`/api/v1/optimized/batch?concurrency=1&sources=${single.join(',')}`)
  const order = standin.asked().map(({ upstreamUrl }) => types.get(byAddress.get(addressOf(upstreamUrl)) ?? ''))
  expect(order.length).toBe(single.length)
  expect(order).toEqual(order.toSorted().toReversed())
  expect(new Set(order)).toEqual(new Set(['realtime', 'hottest']))
})

it('50 lists forced by 100 clients at once cost each upstream what one client costs', {
  timeout: 120_000,
}, async () => {
  // One list of each site, because lists of a site share a path.
  const { sources } = hotListAnswers.sources.parse((await (await startHotTrawl()).ask('/api/v1/sources')).json())
  const ids = [...Map.groupBy(sources, ({ family }) => family).values()]
    .flatMap(([first]) => first?.id ?? [])
    .slice(0, 50)
  expect(ids.length).toBe(50)
  const countsAfter = async (clients: number) => {
    const service = await startHotTrawl({ time: makeRunningClock() })
    await service.ask(`/api/v1/batch?sources=${ids.join(',')}`)
    const before = service.standin.asked().length
    const answers = Array.from({ length: clients }, async (_, client) => {
      // Every tenth client requests the lists one after the other on another path.
      if (client % 10 === 9) {
        for (const id of ids) expect((await service.ask(`/api/hot-list?refresh=1&id=${id}`)).statusCode).toBe(200)
        return
      }
      const response = await service.ask(`/api/v1/batch?force=1&limit=1&sources=${ids.join(',')}`)
      expect(hotListAnswers.batch.parse(response.json()).summary).toMatchObject({ success: 50, failed: 0 })
    })
    await Promise.all(answers)
    expect(answers.length).toBe(clients)
    const forced = service.standin.asked().slice(before)
    return Map.groupBy(forced, ({ upstreamUrl }) => addressOf(upstreamUrl))
  }
  const alone = [...(await countsAfter(1))].map(([address, asked]) => [address, asked.length])
  const crowd = [...(await countsAfter(100))].map(([address, asked]) => [address, asked.length])
  expect(crowd.toSorted()).toEqual(alone.toSorted())
  expect(alone.length).toBeGreaterThanOrEqual(50)
})
