// Tests the reports after real requests to both services: health, metrics, errors, log lines, and access to them.
import { describe, expect, test } from 'vitest'
import { reports } from '../../src/contract/hotlist-reports.ts'
import { allIds, type HotTrawl, searched, startHotTrawl } from '../kit/hot-trawl.ts'

async function healthOf({ ask }: HotTrawl) {
  return reports.health.parse((await ask('/api/v1/health')).json())
}

async function figuresOf({ ask }: HotTrawl, query = '') {
  return reports.metrics.parse((await ask(`/api/v1/metrics${query}`)).json())
}

async function linesOf({ ask }: HotTrawl, query = '') {
  return reports.logs.parse((await ask(`/api/v1/logs${query}`)).json())
}

/** Asks both services; each has one source that fails. */
async function live(service: HotTrawl): Promise<void> {
  service.standin.setFaults(
    { kind: 'garbage', match: 'ithome' },
    { kind: 'shell', host: 't.me', match: searched[0] ?? '' },
  )
  await service.ask('/api/v1/batch?sources=weibo,ithome,nobody')
  const response = await service.ask({ method: 'POST', url: '/api/search', payload: { kw: '第', res: 'all' } })
  expect(response.statusCode).toBe(200)
}

describe('/api/v1/health', () => {
  test('covers searches and hot lists', async () => {
    const service = await startHotTrawl()
    await live(service)
    const { status, reasons, sources, search, details } = await healthOf(service)
    expect(sources.health).toEqual({ healthy: 1, degraded: 0, unhealthy: 1, unknown: allIds.length - 2 })
    expect(search.health).toEqual({ healthy: 2, degraded: 0, unhealthy: 1, unknown: 0 })
    const of = (id: string) => [...details, ...search.details].find((detail) => detail.id === id)
    expect(of('weibo')).toMatchObject({ health: 'healthy', totalRequests: 1, successRate: 1, lastError: null })
    const mismatch = { kind: 'mismatch', message: expect.any(String), at: service.time.epochMs() }
    expect(of('ithome')).toMatchObject({ health: 'unhealthy', successRate: 0, lastSuccess: null, lastError: mismatch })
    expect(of(`tg:${searched[0]}`)).toMatchObject({ health: 'unhealthy', lastError: mismatch })
    expect(of(`tg:${searched[1]}`)).toMatchObject({ health: 'healthy', lastSuccess: service.time.epochMs() })
    expect(status).toBe('degraded')
    expect(reasons).toEqual([
      '1 of 3 search sources asked in the last 10 minutes are unhealthy',
      '1 of 2 hot lists asked in the last 10 minutes are unhealthy',
    ])
  })
})

describe('/api/v1/metrics', () => {
  test('shows each source, and with detailed each route', async () => {
    const service = await startHotTrawl()
    await live(service)
    await service.ask('/api/v1/sources/ithome')
    await service.ask('/api/v1/sources/weibo')
    await service.ask('/api/v1/nowhere')
    const { routes = [], sources } = await figuresOf(service, '?detailed=1')
    const reported = routes.map(({ route, method, requests, byStatus }) => [`${method} ${route}`, requests, byStatus])
    expect(reported.toSorted()).toEqual(
      [
        ['GET /api/v1/batch', 1, { '200': 1 }],
        ['GET /api/v1/sources/:id', 2, { '200': 1, '502': 1 }],
        ['GET unrouted', 1, { '404': 1 }],
        ['POST /api/search', 1, { '200': 1 }],
      ].toSorted(),
    )
    expect(new Set(sources.map(({ source }) => source))).toEqual(
      new Set(['weibo', 'ithome', ...searched.map((name) => `tg:${name}`)]),
    )
    const rates = new Map(sources.map(({ source, successRate, health }) => [source, [successRate, health]]))
    expect(rates.get('weibo')).toEqual([1, 'healthy'])
    expect(rates.get('ithome')).toEqual([0, 'unhealthy'])
    expect(rates.get(`tg:${searched[0]}`)).toEqual([0, 'unhealthy'])
  })

  test('shows the cache hit rate with four decimals', async () => {
    const service = await startHotTrawl()
    for (const _time of [1, 2, 3]) await service.ask('/api/v1/batch?sources=weibo,zhihu')
    expect((await figuresOf(service)).summary.cacheHitRate).toBe(0.6667)
  })
})

describe('/api/v1/logs', () => {
  test('shows log lines of requests newest first, without the keyword', async () => {
    const service = await startHotTrawl()
    await live(service)
    await service.ask('/api/search?kw=secretword')
    await service.ask('/api/v1/sources/weibo?force=1')
    const { logs, count } = await linesOf(service)
    expect(count).toBe(logs.length)
    const requests = logs.filter(({ message }) => message === 'request')
    expect(requests.map(({ method, path, route, status }) => [method, path, route, status])).toEqual([
      ['GET', '/api/v1/sources/weibo', '/api/v1/sources/:id', 200],
      ['GET', '/api/search', '/api/search', 200],
      ['POST', '/api/search', '/api/search', 200],
      ['GET', '/api/v1/batch', '/api/v1/batch', 200],
    ])
    expect(JSON.stringify(logs)).not.toContain('secretword')
  })

  test('shows client networks to administrators only', async () => {
    const adminToken = 'correct-horse-battery'
    const service = await startHotTrawl({ adminToken, access: { areReportsPublic: true } })
    await service.ask({ url: '/api/latest', remoteAddress: '192.0.2.77' })
    await service.ask({ url: '/api/latest', remoteAddress: '2001:db8:1:2:3::4' })
    const read = async (headers: Record<string, string>) => {
      const response = await service.ask({ url: '/api/v1/logs?path=/api/latest', headers })
      return reports.logs.parse(response.json()).logs.map(({ ip }) => ip)
    }
    expect(await read({ authorization: `Bearer ${adminToken}` })).toEqual(['2001:db8:1::/48', '192.0.2.0/24'])
    expect(await read({})).toEqual([undefined, undefined])
  })
})

test.each([
  ['errors?source=36kr', 'errors', { source: '36kr-quick', kind: 'mismatch' }],
  ['errors?source=36kr-quick', 'errors', { source: '36kr-quick', kind: 'mismatch' }],
  ['logs?source=36kr&level=warn', 'logs', { source: '36kr-quick', level: 'warn' }],
])('%s has those of the default list', async (path, field, expected) => {
  const { ask, standin } = await startHotTrawl()
  standin.setFaults({ kind: 'garbage' })
  for (const id of ['36kr', 'weibo']) await ask(`/api/v1/sources/${id}`)
  const reported = (await ask(`/api/v1/${path}`)).json()
  expect([reported.count, reported[field]]).toMatchObject([1, [expected]])
})
