// Tests of the traffic statistics.
import { expect, test } from 'vitest'
import { testApp } from '../../../test/contract/app-parts.ts'
import { routeFigures, trafficSummary } from '../../contract/monitoring.ts'
import { createTrafficStats } from './traffic-stats.ts'

const search = { route: '/api/search', method: 'GET', status: 200 }

const errors = { totalErrors: 0, errorRate: 0, clientErrors: 0 }
const nothing = { totalRequests: 0, ...errors, avgResponseTime: 0, p95: 0, p99: 0, uptime: 0 }

test('nothing asked yet is nothing everywhere', () => {
  const traffic = createTrafficStats(() => 5_000)
  expect(trafficSummary.parse(traffic.summary())).toEqual(nothing)
  expect(traffic.byRoute()).toEqual([])
})

test('requests are counted, averaged and ranked, and the seconds since the start told', () => {
  let at = 1_000
  const traffic = createTrafficStats(() => at)
  for (let ms = 1; ms <= 100; ms += 1) traffic.record({ ...search, ms })
  at += 61_999
  const measured = { totalRequests: 100, avgResponseTime: 50.5, p95: 95, p99: 99, uptime: 61 }
  expect(trafficSummary.parse(traffic.summary())).toEqual({ ...nothing, ...measured })
})

test('errors are ours; those of clients are counted apart, and clients that left are neither', () => {
  const traffic = createTrafficStats(() => 0)
  for (const status of [200, 204, 304, 399, 400, 404, 499, 499, 500, 504]) traffic.record({ ...search, status, ms: 1 })
  for (const status of [200, 200]) traffic.record({ ...search, status, ms: 1 })
  expect(traffic.summary()).toMatchObject({ totalRequests: 12, totalErrors: 2, errorRate: 0.1667, clientErrors: 2 })
})

test('each route and method has figures of its own, busiest first', () => {
  const traffic = createTrafficStats(() => 0)
  traffic.record({ ...search, status: 400, ms: 4 })
  traffic.record({ ...search, status: 502, ms: 10 })
  for (const ms of [10, 20.04, 30]) traffic.record({ ...search, ms })
  traffic.record({ ...search, method: 'POST', ms: 7 })
  for (const status of [404, 404]) traffic.record({ route: 'unrouted', method: 'GET', status, ms: 0.123 })
  const figures = traffic.byRoute().map((route) => routeFigures.parse(route))
  const of = (ms: number) => ({ errors: 0, clientErrors: 0, avgResponseTime: ms, p50: ms, p95: ms, p99: ms })
  const searches = { errors: 1, clientErrors: 1, avgResponseTime: 16, p50: 10, p95: 30, p99: 30 }
  expect(figures).toEqual([
    {
      route: '/api/search',
      method: 'GET',
      requests: 5,
      ...searches,
      avgResponseTime: 14.8,
      byStatus: { 200: 3, 400: 1, 502: 1 },
    },
    { route: 'unrouted', method: 'GET', requests: 2, ...of(0.1), clientErrors: 2, byStatus: { 404: 2 } },
    { route: '/api/search', method: 'POST', requests: 1, ...of(7), byStatus: { 200: 1 } },
  ])
})

test('p95 and p99 forget all but the latest requests, the counts do not', () => {
  const traffic = createTrafficStats(() => 0)
  for (let at = 0; at < 3_000; at += 1) traffic.record({ ...search, ms: 1_000 })
  for (let at = 0; at < 2_048; at += 1) traffic.record({ ...search, ms: 1 })
  expect(traffic.summary()).toMatchObject({ totalRequests: 5_048, p95: 1, p99: 1 })
  for (let at = 0; at < 21; at += 1) traffic.record({ ...search, ms: 500 })
  expect(traffic.summary()).toMatchObject({ p95: 1, p99: 500 })
})

test('every request is heard once, by the pattern of its route, also what no route takes and what is no path', async () => {
  const heard: unknown[] = []
  const traffic = { ...createTrafficStats(() => 0), record: (request: unknown) => void heard.push(request) }
  const { app } = testApp({ traffic })
  await app.inject('/api/search?kw=a')
  await app.inject({ method: 'POST', url: '/api/search/', payload: '{' })
  await app.inject({ method: 'HEAD', url: '/livez' })
  await app.inject({ method: 'OPTIONS', url: '/api/search' })
  await app.inject({ method: 'DELETE', url: '/api/search' })
  await app.inject(`/nowhere/${'x'.repeat(50)}`)
  await app.inject('/%zz')
  expect(heard).toEqual([
    { route: '/api/search', method: 'GET', status: 200, ms: 0 },
    { route: '/api/search', method: 'POST', status: 400, ms: 0 },
    { route: '/livez', method: 'HEAD', status: 200, ms: 0 },
    { route: 'unrouted', method: 'OPTIONS', status: 204, ms: 0 },
    { route: 'unrouted', method: 'DELETE', status: 405, ms: 0 },
    { route: 'unrouted', method: 'GET', status: 404, ms: 0 },
    { route: 'unrouted', method: 'GET', status: 400, ms: 0 },
  ])
})
