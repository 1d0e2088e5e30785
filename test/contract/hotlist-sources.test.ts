// Tests /api/v1/sources, and the answers about one list by its paths: records, items, failures.
import { describe, expect, test } from 'vitest'
import { hotListAnswers } from '../../src/contract/hotlist.ts'
import { allIds, enabledIds, type HotTrawl, startHotTrawl } from '../kit/hot-trawl.ts'
import { errorOf } from './hotlist-paths.ts'

const minute = 60_000

async function sourcesOf({ ask }: HotTrawl, query = '') {
  return hotListAnswers.sources.parse((await ask(`/api/v1/sources${query}`)).json())
}

describe('/api/v1/sources', () => {
  test('lists enabled sources, and disabled ones with includeDisabled', async () => {
    const service = await startHotTrawl()
    const on = await sourcesOf(service)
    expect(on.sources.map(({ id }) => id)).toEqual(enabledIds)
    expect(on.count).toBe(enabledIds.length)
    expect(on.sources.every(({ enabled }) => enabled)).toBe(true)
    const all = await sourcesOf(service, '?includeDisabled=true')
    expect(all.sources.map(({ id }) => id)).toEqual(allIds)
    expect(all.count).toBe(allIds.length)
    const off = all.sources.filter(({ enabled }) => !enabled).map(({ id }) => id)
    expect(off).toEqual(allIds.filter((id) => !enabledIds.includes(id)))
    expect(off.length).toBeGreaterThan(0)
    expect(service.standin.asked()).toEqual([])
  })

  test('filters by column, type and family, also together', async () => {
    const service = await startHotTrawl()
    const { sources } = await sourcesOf(service, '?includeDisabled=1')
    let tried = 0
    for (const [query, isMeant] of [
      ['column=game', ({ column }) => column === 'game'],
      ['column=Science,%20life', ({ column }) => column === 'science' || column === 'life'],
      ['type=realtime', ({ type }) => type === 'realtime'],
      ['type=realtime,hottest', () => true],
      ['family=bilibili&family=36kr', ({ family }) => family === 'bilibili' || family === '36kr'],
      [
        'family=bilibili&column=game&type=hottest',
        ({ family, column, type }) => family === 'bilibili' && column === 'game' && type === 'hottest',
      ],
    ] satisfies [string, (source: (typeof sources)[number]) => boolean][]) {
      const some = await sourcesOf(service, `?includeDisabled=1&${query}`)
      expect(some.sources, query).toEqual(sources.filter(isMeant))
      expect(some.count).toBe(some.sources.length)
      expect(some.count).toBeGreaterThan(0)
      tried += 1
    }
    expect(tried).toBe(6)
    const off = await sourcesOf(service, '?family=linuxdo&column=community')
    expect(off.sources.every(({ enabled }) => enabled)).toBe(true)
  })

  test('shows with metrics how the requests to each source ended', async () => {
    const service = await startHotTrawl()
    const fresh = await sourcesOf(service, '?metrics=1')
    const nothing = { totalRequests: 0, successRate: 0, avgResponseTime: 0, lastSuccess: null, lastError: null }
    for (const source of fresh.sources) expect(source).toMatchObject({ metrics: nothing, health: 'unknown' })
    service.standin.setFaults({ kind: 'garbage', host: 'www.ithome.com' })
    await service.ask('/api/v1/batch?sources=weibo,ithome')
    const failedAt = service.time.epochMs()
    service.standin.setFaults()
    service.time.advance(minute)
    await service.ask('/api/v1/batch?sources=weibo,ithome&force=1')
    const { sources } = await sourcesOf(service, '?metrics=yes')
    const of = (id: string) => sources.find((source) => source.id === id)
    expect(of('weibo')).toMatchObject({
      health: 'healthy',
      metrics: { totalRequests: 2, successRate: 1, lastSuccess: service.time.epochMs(), lastError: null },
    })
    expect(of('ithome')).toMatchObject({
      health: 'degraded',
      metrics: {
        totalRequests: 2,
        successRate: 0.5,
        lastSuccess: service.time.epochMs(),
        lastError: { kind: 'mismatch', at: failedAt, message: expect.any(String) },
      },
    })
    expect(of('baidu')).toMatchObject({ health: 'unknown', metrics: nothing })
  })
})

describe('/api/hot-list', () => {
  test('returns the items of a source without an envelope', async () => {
    const service = await startHotTrawl({ lists: 'growing' })
    for (const [id, meant] of [
      ['weibo', 'weibo'],
      ['36kr', '36kr-quick'],
    ]) {
      const items = hotListAnswers.hotList.parse((await service.ask(`/api/hot-list?id=${id}`)).json())
      const { source, data } = hotListAnswers.source.parse((await service.ask(`/api/v1/sources/${id}?limit=50`)).json())
      expect([source.id, items]).toEqual([meant, data])
      expect(items.length).toBeGreaterThan(20)
    }
  })
})

test('/api/v1/sources/hot/batch treats __proto__ and other property names as unknown ids', async () => {
  const { ask } = await startHotTrawl()
  const response = await ask('/api/v1/sources/hot/batch?ids=__proto__,constructor,toString')
  expect(response.json().meta).toMatchObject({ total: 3, success: 0, failed: 3 })
  expect(Object.keys(JSON.parse(response.body).data)).toEqual(['__proto__', 'constructor', 'toString'])
})

describe('an address of one list', () => {
  const failure = { kind: 'mismatch', message: expect.any(String), retryAt: expect.any(Number) }

  test.each([
    ['/api/v1/sources/nobody', 404, 'SOURCE_NOT_FOUND', {}],
    ['/api/v1/sources/smzdm', 503, 'SOURCE_DISABLED', { source: 'smzdm' }],
    ['/api/v1/sources/weibo', 502, 'UPSTREAM_FAILED', { source: 'weibo', ...failure }],
    ['/api/hot-list?id=nobody', 400, 'VALIDATION_ERROR', { parameter: 'id' }],
    ['/api/hot-list?id=smzdm', 503, 'SOURCE_DISABLED', { source: 'smzdm' }],
    ['/api/hot-list?id=weibo', 502, 'UPSTREAM_FAILED', { source: 'weibo', ...failure }],
  ])('%s is answered with %i %s when its site fails, and with the record of a known list', async (url, ...expected) => {
    const { ask, standin } = await startHotTrawl()
    standin.setFaults({ kind: 'garbage' })
    const response = await ask(url)
    const { code, details } = errorOf(response).error
    expect([response.statusCode, code, details]).toMatchObject(expected)
    const { sources } = (await ask('/api/v1/sources?includeDisabled=1')).json()
    expect(response.json().source).toEqual(sources.find(({ id }: { id: string }) => id === details.source))
  })
})
