// Tests of tracing with a real collector: parents, sampling, and a failing collector.
import { expect, it, onTestFinished, vi } from 'vitest'
import { startCollector } from '../../test/kit/collector.ts'
import { openTracing } from './open-tracing.ts'

/** Creates tracing with this environment; the packages read process.env, so it is replaced during the test. */
async function open(environment: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const warnings: string[] = []
  const log = { warn: (line: string) => void warnings.push(line) }
  const tracing = await openTracing(environment, { version: '1.2.3', log, epochMs: () => 0 })
  if (!tracing) throw new Error('nothing is traced')
  return { tracing, warnings }
}

async function started(environment: Readonly<Record<string, string>> = {}, status = 200) {
  const collector = await startCollector(status)
  return { collector, ...(await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment })) }
}

const callersTrace = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${callersTrace}-b7ad6b7169203331-01`

it('what is begun within a request is a part of it, also behind a wait, and so is what others are asked for', async () => {
  const { tracing, collector } = await started()
  const request = tracing.startServerSpan('GET /api/search', { 'http.route': '/api/search' }, undefined)
  await request.run(async () => {
    await new Promise(setImmediate)
    const ask = tracing.startSpan('ask', { 'trawl.source': 'weibo' })
    ask.startChild('GET weibo.com', {}).end('timeout')
    ask.set({ 'trawl.items': 3 })
    ask.end()
  })
  request.end()
  tracing.startSpan('ask', { 'trawl.source': 'zhihu' }).end()
  await tracing.close()
  const [call, ask, served, alone] = collector.spans
  expect(served).toMatchObject({
    name: 'GET /api/search',
    kind: 2,
    parentId: '',
    attributes: { 'http.route': '/api/search' },
  })
  expect(ask).toMatchObject({ parentId: served?.id, attributes: { 'trawl.source': 'weibo', 'trawl.items': 3 } })
  expect(call).toMatchObject({ parentId: ask?.id, kind: 3, status: 2, attributes: { 'error.type': 'timeout' } })
  expect(new Set([served, ask, call].map((span) => span?.traceId))).toEqual(new Set([request.traceId]))
  expect(alone).toMatchObject({ name: 'ask', parentId: '' })
  expect(collector.resource).toMatchObject({ 'service.name': 'trawl' })
  expect(alone?.traceId).not.toBe(request.traceId)
})

it('a request is a part of what its caller says, if that can be read', async () => {
  const { tracing, collector } = await started()
  const odd = ['', 'nonsense', traceparent.replace(callersTrace, '0'.repeat(32)), traceparent.replace('00-', 'ff-')]
  for (const text of [traceparent, ...odd]) tracing.startServerSpan('GET /', {}, text).end()
  await tracing.close()
  const [good, ...others] = collector.spans
  expect(good).toMatchObject({ traceId: callersTrace, parentId: 'b7ad6b7169203331' })
  expect(others.map(({ parentId }) => parentId)).toEqual(['', '', '', ''])
})

it('is sent where the environment says, with its headers and under its name', async () => {
  const { tracing, collector } = await started({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
    OTEL_SERVICE_NAME: 'our-trawl',
  })
  tracing.startSpan('ask', {}).end()
  await tracing.close()
  expect(collector.heard).toEqual([
    { path: '/v1/traces', headers: expect.objectContaining({ authorization: 'Bearer secret' }) },
  ])
  expect(collector.resource).toMatchObject({ 'service.name': 'our-trawl', 'service.version': '1.2.3' })
})

it('samples as the environment says, and leaves it to the caller unless that says otherwise', async () => {
  const { tracing, collector } = await started({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  tracing.startServerSpan('GET /mine', {}, undefined).end()
  tracing.startServerSpan('GET /theirs', {}, traceparent).end()
  tracing.startServerSpan('GET /not-theirs', {}, traceparent.replace(/01$/, '00')).end()
  await tracing.close()
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /theirs'])
})

it.each([
  [{ OTEL_TRACES_SAMPLER: 'often' }, /^OTEL_TRACES_SAMPLER must be one of always_on, /],
  [{ OTEL_TRACES_SAMPLER: 'toString' }, /^OTEL_TRACES_SAMPLER must be one of/],
  [
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' },
    /^OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1$/,
  ],
])('a setting that means nothing is a mistake: %o', async (wrong, sentence) => {
  await expect(open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...wrong })).rejects.toThrow(sentence)
})

it.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' },
])('is not there without a collector, or when it is switched off: %o', async (environment) => {
  const parts = { version: '1', log: { warn: () => undefined }, epochMs: () => 0 }
  expect(await openTracing(environment, parts)).toBeUndefined()
})

it('a collector that takes nothing is said once, without where it is and what it is told', async () => {
  const { tracing, collector, warnings } = await started({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret' }, 401)
  for (let count = 0; count < 1_000; count += 1) tracing.startSpan('ask', {}).end()
  await tracing.close()
  expect(collector.heard.length).toBeGreaterThan(1)
  expect(warnings).toEqual([
    'the collector at OTEL_EXPORTER_OTLP_ENDPOINT does not accept traces (401); 512 spans are lost so far, everything else works; is the collector running?',
  ])
})

it('tracing closes although the collector is not there', async () => {
  const { tracing } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  tracing.startSpan('ask', {}).end()
  await expect(tracing.close()).resolves.toBeUndefined()
})
