// Tests traces from outside: the service as a process, with a collector, without one, and with one that does not answer.
import { describe, expect, it } from 'vitest'
import { startStandin } from '../standin/server.ts'
import { type ReceivedSpan, startCollector } from './kit/collector.ts'
import { launchTrawl } from './kit/process.ts'

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
  const own = { UPSTREAM_GATEWAY: standin.url, NODE_OPTIONS: `--import=${spy}` }
  const { service, url } = await launchTrawl({ ...own, ...env })
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}${path}`, { headers })).text()
  const stop = async () => {
    service.signal('SIGTERM')
    const code = await service.ended
    await standin.close()
    return code
  }
  return { ...service, ask, stop }
}

const word = 'geheimwort'
const search = `/api/search?kw=${word}&channels=demo_share,demo_two&src=tg`

describe('traces', () => {
  it('show a request, the sources it asked and the exchanges, and no keyword', async () => {
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
})

/** The sources that were asked for a stream. */
function streamed(spans: readonly ReceivedSpan[]): unknown[] {
  const stream = spans.find(({ name }) => name === 'GET /api/search/stream')
  return spans.flatMap(({ name, parentId, attributes }) =>
    name === 'ask' && parentId === stream?.id ? [attributes['trawl.source']] : [],
  )
}
