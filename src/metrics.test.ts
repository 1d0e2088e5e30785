// Metrics as Prometheus reads them.
import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('attempts are counted and timed in seconds, by host and outcome', async () => {
  const metrics = createMetrics()
  metrics.attempted('t.me', 'ok', 300)
  metrics.attempted('t.me', 'ok', 1_500)
  metrics.attempted('t.me', 'timeout', 4_000)
  const text = await metrics.text()
  expect(text).toContain('trawl_upstream_attempt_seconds_count{host="t.me",outcome="ok"} 2')
  expect(text).toContain('trawl_upstream_attempt_seconds_sum{host="t.me",outcome="ok"} 1.8')
  expect(text).toContain('trawl_upstream_attempt_seconds_bucket{le="0.5",host="t.me",outcome="ok"} 1')
  expect(text).toContain('trawl_upstream_attempt_seconds_count{host="t.me",outcome="timeout"} 1')
})

it('bytes and asks are added up', async () => {
  const metrics = createMetrics()
  metrics.received('t.me', 1_000)
  metrics.received('t.me', 500)
  metrics.asked('fresh')
  metrics.asked('fresh')
  const text = await metrics.text()
  expect(text).toContain('trawl_upstream_received_bytes_total{host="t.me"} 1500')
  expect(text).toContain('trawl_asks_total{outcome="fresh"} 2')
})

it('two of them do not share what they count, and say what their text is', async () => {
  createMetrics().asked('fresh')
  const other = createMetrics()
  expect(await other.text()).not.toContain('outcome="fresh"')
  expect(other.contentType).toContain('text/plain')
})

it('requests to the service are counted and timed by route, method and status', async () => {
  const metrics = createMetrics()
  for (const ms of [3, 700]) metrics.requested({ route: '/lists/:id', method: 'GET', status: 200, ms })
  metrics.requested({ route: 'unrouted', method: 'POST', status: 404, ms: 1 })
  const text = await metrics.text()
  expect(text).toContain('trawl_request_seconds_count{route="/lists/:id",method="GET",status="200"} 2')
  expect(text).toContain('trawl_request_seconds_bucket{le="0.005",route="/lists/:id",method="GET",status="200"} 1')
  expect(text).toContain('trawl_request_seconds_count{route="unrouted",method="POST",status="404"} 1')
})

it('of all asks it is told what share was answered from what is kept', () => {
  const metrics = createMetrics()
  expect(metrics.cacheHitRate()).toBe(0)
  for (const outcome of ['cached', 'fresh', 'cached', 'stale', 'failed']) metrics.asked(outcome)
  expect(metrics.cacheHitRate()).toBe(0.4)
})

it('what is kept, and whether it can be, is looked at when they are read', async () => {
  const store = { bytes: { memory: 100, disk: 0 }, troubles: ['DATA_DIR cannot be written to'] }
  const metrics = createMetrics({ bytes: () => store.bytes, troubles: () => store.troubles })
  expect(await metrics.text()).toContain('\ntrawl_store_trouble 1\n')
  Object.assign(store, { bytes: { memory: 200, disk: 5_000 }, troubles: [] })
  const text = await metrics.text()
  expect(text).toContain('trawl_store_bytes{where="memory"} 200\ntrawl_store_bytes{where="disk"} 5000')
  expect(text).toContain('\ntrawl_store_trouble 0\n')
  expect(await createMetrics().text()).not.toContain('trawl_store')
})
