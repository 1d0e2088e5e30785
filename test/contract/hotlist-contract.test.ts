// Tests the contract of the hot lists against a service, one row for each rule.
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { enabledIds, type HotTrawl, startHotTrawl } from '../kit/hot-trawl.ts'
import { messagesIn } from './hotlist-paths.ts'

interface Row {
  readonly rule: string
  readonly ask: string | InjectOptions
  /** Requests sent before, one after the other. */
  readonly before?: readonly string[]
  /** All sites whose address contains this text fail; '' matches all. */
  readonly failing?: string
  readonly status?: number
  /** The part of the answer that is fixed. */
  readonly told: unknown
}

const any = expect.anything()
const number = expect.any(Number)
const text = expect.any(String)
const record = {
  ...{ id: 'weibo', name: '微博', home: 'https://weibo.com', type: 'hottest', interval: 120 },
  ...{ enabled: true, column: 'china', color: '#e6162d' },
}
const smzdm = { id: 'smzdm', name: text, home: text, type: text, interval: number, enabled: false, color: text }
const item = { id: text, title: text, url: expect.stringMatching(/^https:/), rank: 1 }
const age = { cached: false, stale: false, updatedAt: number }
const failure = { kind: 'mismatch', message: text, retryAt: number }
const nothing = { count: 0, cached: false, stale: false, updatedAt: null }
const head = { apiVersion: '1.0', timestamp: number }

function refused(parameter: string, allowed = '') {
  const message = expect.stringMatching(new RegExp(`^${parameter}: .*${allowed}`))
  const error = { code: 'VALIDATION_ERROR', message, details: { parameter } }
  return { ...head, error, statusCode: 400, message }
}

function failed(code: string, statusCode: number, more = {}) {
  return { ...head, error: { code, message: text, details: any, ...more }, statusCode, message: text }
}

const single: readonly Row[] = [
  {
    rule: 'a source has its whole record and its list with an honest age',
    ask: '/api/v1/sources/weibo?limit=1',
    told: { ...head, source: record, data: [item], count: 1, total: number, ...age },
  },
  {
    rule: 'one that was asked for before comes from the cache, with the time the site gave it',
    before: ['/api/v1/sources/weibo'],
    ask: '/api/v1/sources/weibo',
    told: { cached: true, stale: false, updatedAt: number },
  },
  { rule: 'limit is 20 unless it is said', ask: '/api/v1/sources/weibo', told: { count: 20 } },
  {
    rule: 'a short id means the default list',
    ask: '/api/v1/sources/bilibili',
    told: { source: { id: 'bilibili-hot-search' } },
  },
  {
    rule: 'an unknown id is SOURCE_NOT_FOUND',
    ask: '/api/v1/sources/nobody',
    status: 404,
    told: failed('SOURCE_NOT_FOUND', 404),
  },
  {
    rule: 'one that is off is SOURCE_DISABLED, with the whole record',
    ask: '/api/v1/sources/smzdm',
    status: 503,
    told: { ...failed('SOURCE_DISABLED', 503, { details: { source: 'smzdm' } }), source: smzdm },
  },
  {
    rule: 'one that fails with nothing kept is UPSTREAM_FAILED, with the whole record and the time of the next try',
    failing: '',
    ask: '/api/v1/sources/weibo',
    status: 502,
    told: { ...failed('UPSTREAM_FAILED', 502, { details: { source: 'weibo', ...failure } }), source: record },
  },
  {
    rule: 'the bare list of a failing source is 502',
    failing: '',
    ask: '/api/hot-list?id=weibo',
    status: 502,
    told: failed('UPSTREAM_FAILED', 502, { details: { source: 'weibo', ...failure } }),
  },
  {
    rule: 'the bare list of nobody is 400',
    ask: '/api/hot-list?id=nobody',
    status: 400,
    told: refused('id', 'GET /api/v1/sources'),
  },
  {
    rule: 'the bare list of a source that is off is 503',
    ask: '/api/hot-list?id=smzdm',
    status: 503,
    told: failed('SOURCE_DISABLED', 503),
  },
  { rule: 'the bare list needs an id', ask: '/api/hot-list', status: 400, told: refused('id', 'is missing') },
  {
    rule: 'refresh is a boolean',
    ask: '/api/hot-list?id=weibo&refresh=maybe',
    status: 400,
    told: refused('refresh', 'true, 1, yes, on'),
  },
  { rule: 'the version is told', ask: '/api/latest', told: { ...head, v: text } },
]

const flags: readonly Row[] = [
  ...['?includeDisabled', '?includeDisabled=1', '?includeDisabled=TRUE', '?includeDisabled=yes&metrics'].map(
    (query) => ({
      rule: `${query} counts as true`,
      ask: `/api/v1/sources${query}`,
      told: { sources: expect.arrayContaining([expect.objectContaining({ id: 'smzdm', enabled: false })]) },
    }),
  ),
  ...['', '?includeDisabled=', '?includeDisabled=0', '?includeDisabled=Off', '?metrics&includeDisabled=no'].map(
    (query) => ({
      rule: `${query || 'nothing'} counts as false`,
      ask: `/api/v1/sources${query}`,
      told: { ...head, count: enabledIds.length },
    }),
  ),
  {
    rule: 'bare ?metrics tells how asking went, and the health',
    ask: '/api/v1/sources?metrics&family=weibo',
    told: {
      sources: [
        {
          ...record,
          metrics: { totalRequests: 0, successRate: 0, avgResponseTime: 0, lastSuccess: null, lastError: null },
          health: 'unknown',
        },
      ],
    },
  },
  {
    rule: 'a flag said twice, differently, is refused',
    ask: '/api/v1/sources?metrics&metrics=0',
    status: 400,
    told: refused('metrics'),
  },
]

const many: readonly Row[] = [
  {
    rule: 'a batch keeps the order of the request and names what is invalid',
    ask: '/api/v1/batch?sources=zhihu,nobody,weibo&limit=1',
    told: {
      ...head,
      summary: { total: 3, success: 2, failed: 0, invalid: 1 },
      invalidSources: ['nobody'],
      results: [
        { id: 'zhihu', name: '知乎', success: true, data: [item], count: 1, ...age },
        { id: 'weibo', name: '微博', success: true, data: [item], count: 1, ...age },
      ],
    },
  },
  {
    rule: 'a failing source of a batch says so and when it is tried again, the others are whole',
    failing: 'ithome',
    ask: '/api/v1/batch?sources=weibo,ithome,smzdm&limit=1',
    told: {
      summary: { total: 3, success: 1, failed: 2, invalid: 0 },
      results: [
        { id: 'weibo', success: true },
        { id: 'ithome', success: false, data: [], ...nothing, error: failure },
        { id: 'smzdm', success: false, data: [], ...nothing, error: { kind: 'disabled', message: text } },
      ],
    },
  },
  { rule: 'a batch needs sources', ask: '/api/v1/batch', status: 400, told: refused('sources', 'is missing') },
  {
    rule: 'hot/batch answers by id, at most ten items each',
    ask: '/api/v1/sources/hot/batch?ids=weibo,nobody',
    told: {
      data: {
        weibo: { id: 'weibo', success: true, count: 10, responseTime: number, ...age },
        nobody: { id: 'nobody', success: false, items: [], ...nothing, error: { kind: 'unknown', message: text } },
      },
      meta: { total: 2, success: 1, failed: 1, avgResponseTime: number },
    },
  },
  {
    rule: 'hot/batch tells of a failing source when it is tried again',
    failing: '',
    ask: '/api/v1/sources/hot/batch?ids=weibo',
    told: { data: { weibo: { success: false, error: failure } } },
  },
  {
    rule: 'optimized/batch says how it went about it',
    ask: '/api/v1/optimized/batch?sources=weibo&priority=high',
    told: {
      optimization: { priority: 'high', concurrency: 5, timeout: 30_000, strategy: text },
      summary: { total: 1, success: 1, failed: 0, avgResponseTime: number },
      results: [{ id: 'weibo', success: true, ...age }],
    },
  },
  {
    rule: 'priority is one of three',
    ask: '/api/v1/optimized/batch?priority=urgent',
    status: 400,
    told: refused('priority', 'high, medium, low'),
  },
  ...[
    ['/api/v1/sources/weibo?limit=51', 'limit', 'from 1 to 50'],
    ['/api/v1/sources/hot/batch?concurrency=11', 'concurrency', 'from 1 to 10'],
    ['/api/v1/sources/hot/batch?timeout=999', 'timeout', 'from 1000 to 60000'],
    ['/api/v1/stream?sources=weibo&chunkSize=0', 'chunkSize', 'from 1 to 50'],
    ['/api/v1/stream?sources=weibo&delay=10001', 'delay', 'from 0 to 10000'],
    ['/api/v1/logs?limit=201', 'limit', 'from 1 to 200'],
    ['/api/v1/errors?since=1.5', 'since', 'integer'],
    ['/api/v1/metrics?detailed=2', 'detailed', 'true, 1, yes, on'],
  ].map(([ask = '', parameter = '', allowed]) => ({
    rule: `${ask} is refused by the name of the parameter`,
    ask,
    status: 400,
    told: refused(parameter, allowed),
  })),
]

const health = { healthy: number, degraded: number, unhealthy: number, unknown: number }

const reports: readonly Row[] = [
  {
    rule: 'health judges search and lists apart, and is healthy on a fresh start',
    ask: '/api/v1/health',
    told: {
      ...head,
      status: 'healthy',
      services: { search: 'healthy', hotlist: 'healthy' },
      system: { uptime: number, nodeVersion: text, memory: { heapUsed: number, heapTotal: number, rss: number } },
      sources: { total: number, enabled: number, health },
    },
  },
  {
    rule: 'health is unhealthy when more than half of the lists asked are, with status 200',
    failing: '',
    before: ['/api/v1/sources/weibo'],
    ask: '/api/v1/health',
    told: { status: 'unhealthy', services: { search: 'healthy', hotlist: 'unhealthy' } },
  },
  {
    rule: 'figures of sources are told without detailed, and errors of callers apart from ours',
    failing: 'ithome',
    before: ['/api/v1/sources/weibo', '/api/v1/sources/ithome', '/api/v1/nowhere'],
    ask: '/api/v1/metrics',
    told: {
      ...head,
      summary: {
        ...{ totalRequests: 3, totalErrors: 1, errorRate: 0.3333, clientErrors: 1, avgResponseTime: number },
        ...{ cacheHitRate: 0, p95: number, p99: number, uptime: number },
      },
      sources: expect.arrayContaining([
        { source: 'weibo', requests: 1, refused: 0, successRate: 1, avgResponseTime: number, health: 'healthy' },
        { source: 'ithome', requests: 1, refused: 0, successRate: 0, avgResponseTime: number, health: 'unhealthy' },
      ]),
    },
  },
  {
    rule: 'detailed figures are by route, with p50, p95 and p99',
    before: ['/api/v1/sources/weibo'],
    ask: '/api/v1/metrics?detailed',
    told: {
      routes: [
        {
          route: '/api/v1/sources/:id',
          requests: 1,
          errors: 0,
          clientErrors: 0,
          p50: number,
          p95: number,
          p99: number,
        },
      ],
    },
  },
  ...['36kr-quick', '36kr'].map((source) => ({
    rule: `errors of ${source} are those of the default list`,
    failing: '',
    before: ['/api/v1/sources/36kr', '/api/v1/sources/weibo'],
    ask: `/api/v1/errors?source=${source}`,
    told: {
      ...head,
      count: 1,
      stats: [{ source: '36kr-quick', count: 1, lastError: { kind: 'mismatch' }, errorTypes: { mismatch: 1 } }],
      errors: [{ source: '36kr-quick' }],
    },
  })),
  {
    rule: 'log lines of a short id are those of the default list',
    failing: '36kr',
    before: ['/api/v1/sources/36kr'],
    ask: '/api/v1/logs?source=36kr&level=warn',
    told: { count: 1, logs: [{ source: '36kr-quick', level: 'warn' }] },
  },
  {
    rule: 'the allow list is told',
    ask: '/api/v1/security/ip-whitelist',
    told: { ...head, enabled: false, whitelist: [], count: 0 },
  },
  ...['action=add&ip=192.0.2.1', 'action=remove', 'action'].map((query) => ({
    rule: `the allow list is not changed by GET ?${query}, which is told`,
    ask: `/api/v1/security/ip-whitelist?${query}`,
    status: 400,
    told: refused('action', 'POST adds .* DELETE removes'),
  })),
]

async function answered({ ask, standin }: HotTrawl, row: Row): Promise<LightMyRequestResponse> {
  if (row.failing !== undefined) standin.setFaults({ kind: 'garbage', match: row.failing })
  for (const url of row.before ?? []) await ask(url)
  return ask(row.ask)
}

describe.each([
  ['one source', single],
  ['yes and no', flags],
  ['many sources and bounds', many],
  ['reports', reports],
] as const)('%s', (_name, rows) => {
  test.each(rows.map((row) => [row.rule, row] as const))('%s', async (_rule, row) => {
    const response = await answered(await startHotTrawl({ lists: 'growing' }), row)
    expect(response.statusCode).toBe(row.status ?? 200)
    expect(response.json()).toMatchObject(Object(row.told))
    expect(response.headers['access-control-allow-origin']).toBe('*')
  })
})

test('a stream names the time of the next attempt for a source that fails', async () => {
  const { ask, standin, time } = await startHotTrawl()
  standin.setFaults({ kind: 'garbage' })
  const messages = messagesIn((await ask('/api/v1/stream?sources=weibo,smzdm')).body)
  const of = (id: string) => messages.find(({ sourceId }) => sourceId === id)
  expect(of('weibo')).toMatchObject({ type: 'error', error: { kind: 'mismatch', retryAt: time.epochMs() + 10_000 } })
  expect(of('smzdm')?.error).toEqual({ kind: 'disabled', message: 'this source is disabled' })
})

describe('REPORTS=open', () => {
  const adminToken = 'correct-horse-battery'
  const paths = ['/metrics', '/api/v1/metrics', '/api/v1/errors', '/api/v1/logs', '/api/v1/security/ip-whitelist']
  const unrelated = [
    { remoteAddress: '192.0.2.1' },
    { headers: { origin: 'https://example.com' } },
    { headers: { 'x-forwarded-for': '192.0.2.1' } },
    { remoteAddress: '192.0.2.1', headers: { authorization: 'Bearer of-something-else' } },
  ]

  test.each(paths)('lets everybody read %s, which is closed without it', async (url) => {
    for (const access of [{}, { adminToken }])
      for (const other of unrelated) {
        const open = await startHotTrawl({ access: { ...access, areReportsPublic: true } })
        expect((await open.ask({ url, ...other })).statusCode).toBe(200)
        const closed = await startHotTrawl({ access })
        expect([401, 403]).toContain((await closed.ask({ url, ...other })).statusCode)
      }
  })

  test('opens neither changes nor bans, and shows no addresses of visitors', async () => {
    const { ask } = await startHotTrawl({ access: { adminToken, areReportsPublic: true } })
    const unrelated = { remoteAddress: '192.0.2.1' }
    const allow = { url: '/api/v1/security/ip-whitelist?ip=192.0.2.1', ...unrelated }
    expect((await ask({ method: 'POST', ...allow })).statusCode).toBe(401)
    expect((await ask({ method: 'DELETE', ...allow })).statusCode).toBe(401)
    expect((await ask({ url: '/api/v1/security/bans', ...unrelated })).statusCode).toBe(401)
    const logs = await ask({ url: '/api/v1/logs', ...unrelated })
    expect(logs.json().logs.length).toBeGreaterThan(0)
    expect(logs.body).not.toContain('192.0.2')
    const known = await ask({ url: '/api/v1/logs', ...unrelated, headers: { authorization: `Bearer ${adminToken}` } })
    expect(known.body).toContain('192.0.2.0/24')
    expect(known.body).not.toContain('192.0.2.1"')
  })
})
