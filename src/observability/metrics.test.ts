// Tests of the metrics in the Prometheus text format.
import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('attempts are counted and timed in seconds, by host and outcome', async () => {
  const metrics = createMetrics()
  metrics.recordAttempt('t.me', 'ok', 300)
  metrics.recordAttempt('t.me', 'ok', 1_500)
  metrics.recordAttempt('t.me', 'timeout', 4_000)
  const text = await metrics.text()
  expect(text).toContain('trawl_upstream_attempt_seconds_count{host="t.me",outcome="ok"} 2')
  expect(text).toContain('trawl_upstream_attempt_seconds_sum{host="t.me",outcome="ok"} 1.8')
  expect(text).toContain('trawl_upstream_attempt_seconds_bucket{le="0.5",host="t.me",outcome="ok"} 1')
  expect(text).toContain('trawl_upstream_attempt_seconds_count{host="t.me",outcome="timeout"} 1')
})

it('bytes and asks are added up', async () => {
  const metrics = createMetrics()
  metrics.recordReceivedBytes('t.me', 1_000)
  metrics.recordReceivedBytes('t.me', 500)
  metrics.recordCacheOutcome('fresh')
  metrics.recordCacheOutcome('fresh')
  const text = await metrics.text()
  expect(text).toContain('trawl_upstream_received_bytes_total{host="t.me"} 1500')
  expect(text).toContain('trawl_asks_total{outcome="fresh"} 2')
})

it('two of them do not share what they count, and say what their text is', async () => {
  createMetrics().recordCacheOutcome('fresh')
  const other = createMetrics()
  expect(await other.text()).not.toContain('outcome="fresh"')
  expect(other.contentType).toContain('text/plain')
})

it('requests to the service are counted and timed by route, method and status', async () => {
  const metrics = createMetrics()
  for (const ms of [3, 700]) metrics.recordRequest({ route: '/lists/:id', method: 'GET', status: 200, ms })
  metrics.recordRequest({ route: 'unrouted', method: 'POST', status: 404, ms: 1 })
  const text = await metrics.text()
  expect(text).toContain('trawl_request_seconds_count{route="/lists/:id",method="GET",status="200"} 2')
  expect(text).toContain('trawl_request_seconds_bucket{le="0.005",route="/lists/:id",method="GET",status="200"} 1')
  expect(text).toContain('trawl_request_seconds_count{route="unrouted",method="POST",status="404"} 1')
})

it('the share of requests that was answered from the cache is shown', () => {
  const metrics = createMetrics()
  expect(metrics.cacheHitRate()).toBe(0)
  for (const outcome of ['cached', 'fresh', 'cached', 'stale', 'failed']) metrics.recordCacheOutcome(outcome)
  expect(metrics.cacheHitRate()).toBe(0.4)
})

it('the size and the state of the storage are read when the metrics are read', async () => {
  const store = { bytes: { memory: 100, disk: 0 }, troubles: ['DATA_DIR cannot be written to'] }
  const metrics = createMetrics({ bytes: () => store.bytes, problems: () => store.troubles })
  expect(await metrics.text()).toContain('\ntrawl_store_trouble 1\n')
  Object.assign(store, { bytes: { memory: 200, disk: 5_000 }, troubles: [] })
  const text = await metrics.text()
  expect(text).toContain('trawl_store_bytes{where="memory"} 200\ntrawl_store_bytes{where="disk"} 5000')
  expect(text).toContain('\ntrawl_store_trouble 0\n')
  expect(await createMetrics().text()).not.toContain('trawl_store')
})

it('the upstream of a source asked is counted by source, and timed by source and by kind', async () => {
  const metrics = createMetrics()
  for (const ms of [300, 900]) metrics.recordSourceAsk({ source: 'weibo', kind: 'list', outcome: 'ok', ms })
  metrics.recordSourceAsk({ source: 'weibo', kind: 'list', outcome: 'open' })
  const text = await metrics.text()
  expect(text).toContain('trawl_source_asks_total{source="weibo",outcome="ok"} 2')
  expect(text).toContain('trawl_source_wire_seconds_total{source="weibo",outcome="ok"} 1.2')
  expect(text).toContain('trawl_source_ask_seconds_bucket{le="0.5",kind="list",outcome="ok"} 1')
  expect(text).toContain('trawl_source_asks_total{source="weibo",outcome="open"} 1')
  expect(text).not.toContain('kind="list",outcome="open"')
})

it('what was turned away and cut off is counted by reason, and what was ready; each from 0 on, so that its first rise is seen', async () => {
  const metrics = createMetrics()
  expect(await metrics.text()).toContain('trawl_refused_total{why="rate"} 0\ntrawl_refused_total{why="busy"} 0\n')
  metrics.recordRejection('busy')
  metrics.recordDroppedConnections('slow', 1)
  metrics.recordResponseCache(true)
  const text = await metrics.text()
  expect(text).toContain('trawl_refused_total{why="busy"} 1')
  expect(text).toContain('trawl_clients_cut_off_total{why="slow"} 1')
  expect(text).toContain('trawl_ready_answers_total{outcome="hit"} 1\ntrawl_ready_answers_total{outcome="miss"} 0')
})

it('figures of other parts are read whenever the metrics are', async () => {
  const metrics = createMetrics()
  let waiting = 3
  metrics.gauge({ name: 'trawl_some_waiting', help: 'Who waits.' }, () => waiting)
  metrics.gauge({ name: 'trawl_some_open', help: 'What is open.', labelNames: ['host'] }, () => [[['a"b'], 0.5]])
  expect(await metrics.text()).toContain('# TYPE trawl_some_waiting gauge\ntrawl_some_waiting 3\n')
  waiting = 0
  const text = await metrics.text()
  expect(text).toContain('\ntrawl_some_waiting 0\n')
  expect(text).toContain('\ntrawl_some_open{host="a\\"b"} 0.5\n')
})

it('of a process they say its version, its memory and how late its event loop is', async () => {
  const about = { version: '1.2.3', nodeVersion: 'v24.0.0' }
  const [first, second] = [createMetrics(undefined, about), createMetrics(undefined, about)]
  for (const metrics of [first, second]) {
    const text = await metrics.text()
    expect(text).toContain('trawl_build_info{version="1.2.3",node="v24.0.0"} 1')
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
  }
})
