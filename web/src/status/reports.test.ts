// Sort order of the administrator reports.
import { expect, it } from 'vitest'
import {
  busiestFirst,
  countTexts,
  failuresByKind,
  formatRequest,
  type LogsReport,
  sourceOptions,
  statusesOf,
  withKeys,
} from './reports.ts'

const lastError = { kind: 'timeout', message: 'too late', at: 1 } as const

it('has the most frequent way to fail first', () => {
  expect(failuresByKind([{ errorTypes: { timeout: 2, mismatch: 7 } }])).toEqual([
    { kind: 'mismatch', count: 7 },
    { kind: 'timeout', count: 2 },
  ])
})

it('adds up the ways of all sources', () => {
  const stats = [
    { source: 'a', count: 3, lastError, errorTypes: { timeout: 3 } },
    { source: 'b', count: 5, lastError, errorTypes: { timeout: 1, open: 4 } },
  ]
  expect(failuresByKind(stats)).toEqual([
    { kind: 'timeout', count: 4 },
    { kind: 'open', count: 4 },
  ])
})

it('keeps the chosen source among the choices when it fails no more', () => {
  const stats = [{ source: 'weibo', count: 1, lastError, errorTypes: { timeout: 1 } }]
  expect(sourceOptions(stats, 'baidu')).toEqual(['baidu', 'weibo'])
  expect(sourceOptions(stats, '')).toEqual(['weibo'])
  expect(sourceOptions(stats, 'weibo')).toEqual(['weibo'])
})

it('counts the lines of a level and above', () => {
  const stats = { total: 12, byLevel: { debug: 6, info: 3, warn: 2, error: 1, fatal: 0 } }
  expect(countTexts(stats)).toEqual({ debug: ' (12)', info: ' (6)', warn: ' (3)', error: ' (1)', fatal: ' (0)' })
  expect(countTexts(undefined).info).toBe('')
})

it('says of a line which request it is about, if it is about one', () => {
  const line = { time: 1, level: 'debug', message: 'request' } as const
  expect(formatRequest({ ...line, method: 'GET', path: '/api/search', status: 200 })).toBe('GET /api/search 200')
  expect(formatRequest(line)).toBeUndefined()
})

it('has the busiest route first and its statuses by number', () => {
  const times = { avgResponseTime: 1, p50: 1, p95: 1, p99: 1 }
  const route = { ...times, method: 'GET', errors: 0, clientErrors: 1, byStatus: { 404: 1, 200: 2 } }
  const routes = [
    { ...route, route: '/b', requests: 1 },
    { ...route, route: '/a', requests: 1 },
    { ...route, route: '/c', requests: 9 },
  ]
  expect(busiestFirst(routes).map(({ route: name }) => name)).toEqual(['/c', '/a', '/b'])
  expect(statusesOf(route).map(({ status }) => status)).toEqual(['200', '404'])
})

it('a line keeps its key when others come before it, though they are of one request or equal', () => {
  const line = (time: number, message: string): LogsReport['logs'][number] => {
    return { time, level: 'error', message, requestId: 'r1' }
  }
  const before = [line(2, 'twice'), line(2, 'twice'), line(2, 'other'), line(1, 'first')]
  const after = [line(2, 'twice'), ...before]
  const keys = withKeys(before).map(({ key }) => key)
  expect(new Set(keys).size).toBe(4)
  expect(
    withKeys(after)
      .slice(1)
      .map(({ key }) => key),
  ).toEqual(keys)
  expect(withKeys(after).map(({ entry }) => entry)).toEqual(after)
})
