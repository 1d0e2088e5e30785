// Tests observability from outside: `/metrics` under load, the operators' pages that refer to it, and traces.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startStandin } from '../standin/server.ts'
import { type CameSpan, startCollector } from './kit/collector.ts'
import { run } from './kit/process.ts'
import { startRedis } from './kit/redis.ts'

const root = join(import.meta.dirname, '..')

/** Loads before other modules and reports which of these packages are loaded. */
const spy = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) {
  if (specifier.startsWith('@opentelemetry/')) console.log('loaded ' + specifier)
  return next(specifier, context)
} })`)}`

/** Starts the service over a stand-in, with functions that ask it. */
async function startTrawl(env: Readonly<Record<string, string>> = {}) {
  const standin = await startStandin()
  const own = { HOST: '127.0.0.1', PORT: '0', UPSTREAM_GATEWAY: standin.url, NODE_OPTIONS: `--import=${spy}` }
  const service = run('src/main.ts', [], { ...own, ...env })
  const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}${path}`, { headers })).text()
  const post = async (path: string, body: string) => (await fetch(`${url}${path}`, { method: 'POST', body })).text()
  const stop = async () => {
    service.signal('SIGTERM')
    const code = await service.ended
    await standin.close()
    return code
  }
  return { ...service, ask, post, stop }
}

const word = 'geheimwort'
const search = `/api/search?kw=${word}&channels=demo_share,demo_two&src=tg`

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Read {
  /** Metric types by name. */
  readonly kinds: ReadonlyMap<string, string>
  readonly samples: readonly Sample[]
}

const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g
const sample = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/

/** Parses the Prometheus text format. @throws when a line is invalid or does not fit the type of its metric. */
function readMetrics(text: string): Read {
  const kinds = new Map<string, string>()
  const helps = new Set<string>()
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const [, what, of = '', said = ''] = /^# (HELP|TYPE) ([a-zA-Z_]\w*) (.+)$/.exec(line) ?? []
    if (what === 'HELP') helps.add(of)
    else if (what === 'TYPE' && kinds.has(of)) throw new Error(`${of} is there twice`)
    else if (what === 'TYPE') kinds.set(of, said)
    else if (line !== '') samples.push(readSample(line))
  }
  for (const { name } of samples) if (!kinds.has(familyOf(name, kinds))) throw new Error(`${name} has no kind`)
  expect([...kinds.keys()].filter((name) => !helps.has(name))).toEqual([])
  return { kinds, samples }
}

function readSample(line: string): Sample {
  const [, name = '', labels = '', value = ''] = sample.exec(line) ?? []
  if (name === '' || !/^(?:[+-]?\d[\d.e+-]*|NaN|[+-]Inf)$/.test(value))
    throw new Error(`no line of the format: ${line}`)
  const pairs = Array.from(labels.matchAll(label), ([, key = '', text = '']) => [key, text] as const)
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }
}

/** The metric of a sample; histogram samples have suffixes. */
function familyOf(name: string, kinds: Read['kinds']): string {
  const family = name.replace(/_(?:bucket|sum|count)$/, '')
  return kinds.get(family) === 'histogram' ? family : name
}

/** The metrics after requests of every kind. */
const read = startOnce(async () => {
  // Some metrics exist with Redis only.
  const { ask, post, stop } = await startTrawl({ REDIS_URL: (await startRedis()).url.href })
  await ask(search)
  await ask(search)
  await post('/api/check/links', '{"items":[{"url":"https://pan.quark.cn/s/0a1b2c3d4e5f"}]}')
  await ask('/api/v1/optimized/batch?sources=weibo')
  const text = await ask('/metrics')
  await stop()
  return readMetrics(text)
})

/** Returns one shared promise, started by the first call. */
function startOnce<T>(start: () => Promise<T>): () => Promise<T> {
  const made: Promise<T>[] = []
  return () => {
    if (made.length === 0) made.push(start())
    const [first] = made
    if (first === undefined) throw new Error('nothing was begun')
    return first
  }
}

/** All metric names in a page: ours, and those of prom-client. */
function namesIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\b(?:trawl|nodejs|process)_[a-z\d_]+/g), ([name]) => name))
}

describe('/metrics', () => {
  it('is the Prometheus text format, and names what it has by its conventions', async () => {
    const { kinds, samples } = await read()
    const ours = [...kinds].filter(([name]) => name.startsWith('trawl_'))
    for (const [name, kind] of ours) {
      expect(name).toMatch(/^trawl_[a-z]+(?:_[a-z]+)*$/)
      expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter'])
      if (kind === 'histogram') expect(name).toMatch(/_seconds$/)
    }
    expect(ours.length).toBeGreaterThan(15)
    expect(samples.filter(({ name, value }) => name.startsWith('trawl_') && !(value >= 0))).toEqual([])
  })

  it('tells what was asked of whom, and how that ended', async () => {
    const { samples } = await read()
    const figure = (name: string, labels: Readonly<Record<string, string>> = {}) =>
      samples.find(
        (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
      )?.value
    expect(figure('trawl_request_seconds_count', { route: '/api/search', status: '200' })).toBe(2)
    expect(figure('trawl_ready_answers_total', { outcome: 'hit' })).toBe(1)
    expect(figure('trawl_source_asks_total', { source: 'weibo', outcome: 'ok' })).toBe(1)
    expect(figure('trawl_source_asks_total', { source: 'other', outcome: 'ok' })).toBe(2)
    expect(figure('trawl_source_ask_seconds_count', { kind: 'channel', outcome: 'ok' })).toBe(2)
    expect(figure('trawl_upstream_breaker_open', { host: 't.me' })).toBe(0)
    expect(figure('trawl_searches_running')).toBe(0)
    expect(figure('trawl_refused_total', { why: 'busy' })).toBe(0)
    expect(figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(figure('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(figure('trawl_build_info', { node: process.version })).toBe(1)
  })

  it('is what docs/watching.md says of it: each metric with its kind and its labels', async () => {
    const { kinds, samples } = await read()
    const page = readFileSync(join(root, 'docs/watching.md'), 'utf8')
    const rows = Array.from(
      page.matchAll(/^\| `(trawl_\w+)` \| (\w+) \| (.*?) ?\| \S.* \|$/gm),
      ([, name = '', kind = '', labels = '']) => ({
        name,
        kind,
        labels: labels.replaceAll('`', '').split(', ').sort(),
      }),
    )
    const ours = [...kinds].filter(([name]) => name.startsWith('trawl_'))
    expect(rows.map(({ name, kind }) => [name, kind]).sort()).toEqual(ours.sort())
    for (const { name, labels } of rows) {
      const seen = samples.find((one) => familyOf(one.name, kinds) === name)
      if (seen)
        expect([
          name,
          Object.keys(seen.labels)
            .filter((key) => key !== 'le')
            .sort()
            .join(),
        ]).toEqual([name, labels.join()])
    }
    expect(
      rows.filter(({ name }) => !samples.some((one) => familyOf(one.name, kinds) === name)).map(({ name }) => name),
    ).toEqual(['trawl_clients_cut_off_total'])
  })

  it.each(['docs/watching.md', 'docs/watch/alerts.yml', 'docs/watch/grafana-dashboard.json'])(
    'has every metric that %s speaks of',
    async (path) => {
      const { kinds } = await read()
      const named = [...namesIn(readFileSync(join(root, path), 'utf8'))]
      expect(named.length).toBeGreaterThan(10)
      expect(named.filter((name) => !kinds.has(familyOf(name, kinds)))).toEqual([])
    },
  )

  it('has every alert in docs/watching.md with what to do then', () => {
    const rules = readFileSync(join(root, 'docs/watch/alerts.yml'), 'utf8')
    const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name)
    const page = readFileSync(join(root, 'docs/watching.md'), 'utf8')
    expect(Array.from(page.matchAll(/`(Trawl[A-Z]\w+)`/g), ([, name]) => name)).toEqual(alerts)
    expect(rules.match(/summary: '.{60,}'$/gm)).toHaveLength(alerts.length)
  })
})

describe('traces', () => {
  it('tell of a request, whom it asked and what went over the wire, and nothing of what was wanted', async () => {
    const collector = await startCollector()
    const { ask, stop, output } = await startTrawl({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' })
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await ask(search, { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'my-own-id' })
    await ask(search)
    await ask(`/api/search/stream?kw=${word}&channels=demo_three&src=tg`)
    expect(await stop()).toBe(0)

    const { spans } = collector
    const of = (name: string, trace: string | undefined) =>
      spans.filter((span) => span.name === name && span.traceId === trace)
    const [request] = of('GET /api/search', traceId)
    expect(request).toMatchObject({ parentId: 'b7ad6b7169203331', kind: 2 })
    expect(request?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/search',
      'http.response.status_code': 200,
      'trawl.request_id': 'my-own-id',
    })
    const asks = of('ask', traceId)
    expect(asks.map(({ attributes }) => attributes['trawl.source']).sort()).toEqual(['tg:demo_share', 'tg:demo_two'])
    expect(asks.map(({ parentId }) => parentId)).toEqual([request?.id, request?.id])
    const attempts = of('GET t.me', traceId)
    expect(new Set(attempts.map(({ parentId }) => parentId))).toEqual(new Set(asks.map(({ id }) => id)))
    expect(attempts[0]?.attributes).toMatchObject({ 'server.address': 't.me', 'http.response.status_code': 200 })
    // The repeat was answered from cached bytes and is not traced.
    expect(spans.filter(({ name }) => name === 'GET /api/search')).toHaveLength(1)
    expect(streamed(spans)).toEqual(['tg:demo_three'])
    expect(collector.text()).not.toContain(word)
    const line = output()
      .split('\n')
      .find((one) => one.includes('my-own-id'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      msg: 'request',
      traceId,
      requestId: 'my-own-id',
    })
    expect(output()).not.toContain(word)
  })

  it('are not made, and nothing is loaded for them, where nobody wants them', async () => {
    const { ask, stop, output } = await startTrawl({ LOG_LEVEL: 'debug' })
    await ask(search)
    expect(await stop()).toBe(0)
    expect(output()).toContain('/api/search')
    // prom-client depends on the API package, which does nothing by itself.
    expect(new Set(output().match(/loaded @opentelemetry.*/g))).toEqual(new Set(['loaded @opentelemetry/api']))
    expect(output()).not.toContain('traceId')
  })

  it('that nobody takes change nothing but for one line', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:secret@127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: '500' }
    const { ask, stop, output } = await startTrawl({ ...env, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=verysecret' })
    expect(JSON.parse(await ask(search))).toMatchObject({ code: 0 })
    expect(await stop()).toBe(0)
    expect(output()).toMatch(/"level":40,.*does not accept traces \(ECONNREFUSED\); \d+ spans are lost so far/)
    expect(output()).not.toContain('secret')
  })
})

/** The sources that were asked for a stream. */
function streamed(spans: readonly CameSpan[]): unknown[] {
  const stream = spans.find(({ name }) => name === 'GET /api/search/stream')
  return spans.flatMap(({ name, parentId, attributes }) =>
    name === 'ask' && parentId === stream?.id ? [attributes['trawl.source']] : [],
  )
}
